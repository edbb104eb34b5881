/* Percussion's viewer, with three 0.170.0 (MIT) and uplot 1.6.32 (MIT).
three: Copyright © 2010-2024 three.js authors
uplot: Copyright (c) 2022 Leon Sorokin
Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE. */
"use strict";(()=>{var s_=Object.defineProperty;var r_=(i,t)=>{for(var e in t)s_(i,e,{get:t[e],enumerable:!0})};var rs={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},os={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},o_=0,Gd=1,a_=2;var om=1,qu=2,$i=3,Es=0,kn=1,Mn=2,bs=0,Hr=1,Wd=2,Xd=3,Yd=4,l_=5,Js=100,c_=101,h_=102,u_=103,f_=104,d_=200,p_=201,m_=202,g_=203,Dh=204,Nh=205,__=206,x_=207,y_=208,v_=209,M_=210,b_=211,w_=212,E_=213,S_=214,Uh=0,Fh=1,Oh=2,Yr=3,Bh=4,kh=5,zh=6,Hh=7,Jl=0,T_=1,A_=2,ws=0,R_=1,C_=2,P_=3,I_=4,L_=5,D_=6,N_=7;var am=300,qr=301,$r=302,Vh=303,Gh=304,Kl=306,$o=1e3,Zi=1001,Zo=1002,Dn=1003,$u=1004;var Br=1005;var ri=1006,Vo=1007;var ji=1008;var Qi=1009,lm=1010,cm=1011,jo=1012,Zu=1013,Qs=1014,oi=1015,pa=1016,ju=1017,Ju=1018,Zr=1020,hm=35902,um=1021,fm=1022,Ln=1023,dm=1024,pm=1025,Vr=1026,jr=1027,Ku=1028,Qu=1029,mm=1030,tf=1031;var ef=1033,ul=33776,fl=33777,dl=33778,pl=33779,Wh=35840,Xh=35841,Yh=35842,qh=35843,$h=36196,Zh=37492,jh=37496,Jh=37808,Kh=37809,Qh=37810,tu=37811,eu=37812,nu=37813,iu=37814,su=37815,ru=37816,ou=37817,au=37818,lu=37819,cu=37820,hu=37821,ml=36492,uu=36494,fu=36495,gm=36283,du=36284,pu=36285,mu=36286;var Jr=2300,Jo=2301,th=2302,qd=2400,$d=2401,Zd=2402,U_=2500;var F_=3200,O_=3201;var Ql=0,B_=1,Ni="",Bn="srgb",ao="srgb-linear",tc="linear",Pe="srgb";var br=7680;var jd=519,k_=512,z_=513,H_=514,_m=515,V_=516,G_=517,W_=518,X_=519,Jd=35044;var Kd="300 es",Ji=2e3,gl=2001,ts=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){if(this._listeners===void 0)return!1;let n=this._listeners;return n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){if(this._listeners===void 0)return;let s=this._listeners[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){if(this._listeners===void 0)return;let n=this._listeners[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},xn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Qd=1234567,Gr=Math.PI/180,Ko=180/Math.PI;function Ds(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(xn[i&255]+xn[i>>8&255]+xn[i>>16&255]+xn[i>>24&255]+"-"+xn[t&255]+xn[t>>8&255]+"-"+xn[t>>16&15|64]+xn[t>>24&255]+"-"+xn[e&63|128]+xn[e>>8&255]+"-"+xn[e>>16&255]+xn[e>>24&255]+xn[n&255]+xn[n>>8&255]+xn[n>>16&255]+xn[n>>24&255]).toLowerCase()}function Ke(i,t,e){return Math.max(t,Math.min(e,i))}function nf(i,t){return(i%t+t)%t}function Y_(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function q_(i,t,e){return i!==t?(e-i)/(t-i):0}function Go(i,t,e){return(1-e)*i+e*t}function $_(i,t,e,n){return Go(i,t,1-Math.exp(-e*n))}function Z_(i,t=1){return t-Math.abs(nf(i,t*2)-t)}function j_(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function J_(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function K_(i,t){return i+Math.floor(Math.random()*(t-i+1))}function Q_(i,t){return i+Math.random()*(t-i)}function tx(i){return i*(.5-Math.random())}function ex(i){i!==void 0&&(Qd=i);let t=Qd+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function nx(i){return i*Gr}function ix(i){return i*Ko}function sx(i){return(i&i-1)===0&&i!==0}function rx(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function ox(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function ax(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),f=o((t-n)/2),d=r((n-t)/2),g=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*f,a*c);break;case"YZY":i.set(l*f,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*f,a*h,a*c);break;case"XZX":i.set(a*h,l*g,l*d,a*c);break;case"YXY":i.set(l*d,a*h,l*g,a*c);break;case"ZYZ":i.set(l*g,l*d,a*h,a*c);break;default:console.warn("THREE.MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Or(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return i/4294967295;case Uint16Array:return i/65535;case Uint8Array:return i/255;case Int32Array:return Math.max(i/2147483647,-1);case Int16Array:return Math.max(i/32767,-1);case Int8Array:return Math.max(i/127,-1);default:throw new Error("Invalid component type.")}}function Pn(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return Math.round(i*4294967295);case Uint16Array:return Math.round(i*65535);case Uint8Array:return Math.round(i*255);case Int32Array:return Math.round(i*2147483647);case Int16Array:return Math.round(i*32767);case Int8Array:return Math.round(i*127);default:throw new Error("Invalid component type.")}}var lo={DEG2RAD:Gr,RAD2DEG:Ko,generateUUID:Ds,clamp:Ke,euclideanModulo:nf,mapLinear:Y_,inverseLerp:q_,lerp:Go,damp:$_,pingpong:Z_,smoothstep:j_,smootherstep:J_,randInt:K_,randFloat:Q_,randFloatSpread:tx,seededRandom:ex,degToRad:nx,radToDeg:ix,isPowerOfTwo:sx,ceilPowerOfTwo:rx,floorPowerOfTwo:ox,setQuaternionFromProperEuler:ax,normalize:Pn,denormalize:Or},at=class i{constructor(t=0,e=0){i.prototype.isVector2=!0,this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(Ke(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},oe=class i{constructor(t,e,n,s,r,o,a,l,c){i.prototype.isMatrix3=!0,this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],f=n[2],d=n[5],g=n[8],_=s[0],m=s[3],p=s[6],y=s[1],v=s[4],x=s[7],R=s[2],T=s[5],I=s[8];return r[0]=o*_+a*y+l*R,r[3]=o*m+a*v+l*T,r[6]=o*p+a*x+l*I,r[1]=c*_+h*y+u*R,r[4]=c*m+h*v+u*T,r[7]=c*p+h*x+u*I,r[2]=f*_+d*y+g*R,r[5]=f*m+d*v+g*T,r[8]=f*p+d*x+g*I,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,f=a*l-h*r,d=c*r-o*l,g=e*u+n*f+s*d;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/g;return t[0]=u*_,t[1]=(s*c-h*n)*_,t[2]=(a*n-s*o)*_,t[3]=f*_,t[4]=(h*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=d*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return this.premultiply(eh.makeScale(t,e)),this}rotate(t){return this.premultiply(eh.makeRotation(-t)),this}translate(t,e){return this.premultiply(eh.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},eh=new oe;function xm(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function _l(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function lx(){let i=_l("canvas");return i.style.display="block",i}var tp={};function zo(i){i in tp||(tp[i]=!0,console.warn(i))}function cx(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}function hx(i){let t=i.elements;t[2]=.5*t[2]+.5*t[3],t[6]=.5*t[6]+.5*t[7],t[10]=.5*t[10]+.5*t[11],t[14]=.5*t[14]+.5*t[15]}function ux(i){let t=i.elements;t[11]===-1?(t[10]=-t[10]-1,t[14]=-t[14]):(t[10]=-t[10],t[14]=-t[14]+1)}var xe={enabled:!0,workingColorSpace:ao,spaces:{},convert:function(i,t,e){return this.enabled===!1||t===e||!t||!e||(this.spaces[t].transfer===Pe&&(i.r=Ki(i.r),i.g=Ki(i.g),i.b=Ki(i.b)),this.spaces[t].primaries!==this.spaces[e].primaries&&(i.applyMatrix3(this.spaces[t].toXYZ),i.applyMatrix3(this.spaces[e].fromXYZ)),this.spaces[e].transfer===Pe&&(i.r=Wr(i.r),i.g=Wr(i.g),i.b=Wr(i.b))),i},fromWorkingColorSpace:function(i,t){return this.convert(i,this.workingColorSpace,t)},toWorkingColorSpace:function(i,t){return this.convert(i,t,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===Ni?tc:this.spaces[i].transfer},getLuminanceCoefficients:function(i,t=this.workingColorSpace){return i.fromArray(this.spaces[t].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,t,e){return i.copy(this.spaces[t].toXYZ).multiply(this.spaces[e].fromXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace}};function Ki(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Wr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var ep=[.64,.33,.3,.6,.15,.06],np=[.2126,.7152,.0722],ip=[.3127,.329],sp=new oe().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),rp=new oe().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);xe.define({[ao]:{primaries:ep,whitePoint:ip,transfer:tc,toXYZ:sp,fromXYZ:rp,luminanceCoefficients:np,workingColorSpaceConfig:{unpackColorSpace:Bn},outputColorSpaceConfig:{drawingBufferColorSpace:Bn}},[Bn]:{primaries:ep,whitePoint:ip,transfer:Pe,toXYZ:sp,fromXYZ:rp,luminanceCoefficients:np,outputColorSpaceConfig:{drawingBufferColorSpace:Bn}}});var wr,gu=class{static getDataURL(t){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let e;if(t instanceof HTMLCanvasElement)e=t;else{wr===void 0&&(wr=_l("canvas")),wr.width=t.width,wr.height=t.height;let n=wr.getContext("2d");t instanceof ImageData?n.putImageData(t,0,0):n.drawImage(t,0,0,t.width,t.height),e=wr}return e.width>2048||e.height>2048?(console.warn("THREE.ImageUtils.getDataURL: Image converted to jpg for performance reasons",t),e.toDataURL("image/jpeg",.6)):e.toDataURL("image/png")}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=_l("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Ki(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Ki(e[n]/255)*255):e[n]=Ki(e[n]);return{data:e,width:t.width,height:t.height}}else return console.warn("THREE.ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},fx=0,Kr=class{constructor(t=null){this.isSource=!0,Object.defineProperty(this,"id",{value:fx++}),this.uuid=Ds(),this.data=t,this.dataReady=!0,this.version=0}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(nh(s[o].image)):r.push(nh(s[o]))}else r=nh(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function nh(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?gu.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(console.warn("THREE.Texture: Unable to serialize Texture."),{})}var dx=0,zn=class i extends ts{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=Zi,s=Zi,r=ri,o=ji,a=Ln,l=Qi,c=i.DEFAULT_ANISOTROPY,h=Ni){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:dx++}),this.uuid=Ds(),this.name="",this.source=new Kr(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new at(0,0),this.repeat=new at(1,1),this.center=new at(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new oe,this.generateMipmaps=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.version=0,this.onUpdate=null,this.isRenderTargetTexture=!1,this.pmremVersion=0}get image(){return this.source.data}set image(t=null){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.6,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==am)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case $o:t.x=t.x-Math.floor(t.x);break;case Zi:t.x=t.x<0?0:1;break;case Zo:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case $o:t.y=t.y-Math.floor(t.y);break;case Zi:t.y=t.y<0?0:1;break;case Zo:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};zn.DEFAULT_IMAGE=null;zn.DEFAULT_MAPPING=am;zn.DEFAULT_ANISOTROPY=1;var $e=class i{constructor(t=0,e=0,n=0,s=1){i.prototype.isVector4=!0,this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],f=l[1],d=l[5],g=l[9],_=l[2],m=l[6],p=l[10];if(Math.abs(h-f)<.01&&Math.abs(u-_)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+f)<.1&&Math.abs(u+_)<.1&&Math.abs(g+m)<.1&&Math.abs(c+d+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let v=(c+1)/2,x=(d+1)/2,R=(p+1)/2,T=(h+f)/4,I=(u+_)/4,N=(g+m)/4;return v>x&&v>R?v<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(v),s=T/n,r=I/n):x>R?x<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(x),n=T/s,r=N/s):R<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(R),n=I/r,s=N/r),this.set(n,s,r,e),this}let y=Math.sqrt((m-g)*(m-g)+(u-_)*(u-_)+(f-h)*(f-h));return Math.abs(y)<.001&&(y=1),this.x=(m-g)/y,this.y=(u-_)/y,this.z=(f-h)/y,this.w=Math.acos((c+d+p-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this.z=Math.max(t.z,Math.min(e.z,this.z)),this.w=Math.max(t.w,Math.min(e.w,this.w)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this.z=Math.max(t,Math.min(e,this.z)),this.w=Math.max(t,Math.min(e,this.w)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},_u=class extends ts{constructor(t=1,e=1,n={}){super(),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=1,this.scissor=new $e(0,0,t,e),this.scissorTest=!1,this.viewport=new $e(0,0,t,e);let s={width:t,height:e,depth:1};n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:ri,depthBuffer:!0,stencilBuffer:!1,resolveDepthBuffer:!0,resolveStencilBuffer:!0,depthTexture:null,samples:0,count:1},n);let r=new zn(s,n.mapping,n.wrapS,n.wrapT,n.magFilter,n.minFilter,n.format,n.type,n.anisotropy,n.colorSpace);r.flipY=!1,r.generateMipmaps=n.generateMipmaps,r.internalFormat=n.internalFormat,this.textures=[];let o=n.count;for(let a=0;a<o;a++)this.textures[a]=r.clone(),this.textures[a].isRenderTargetTexture=!0;this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.depthTexture=n.depthTexture,this.samples=n.samples}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n;this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let n=0,s=t.textures.length;n<s;n++)this.textures[n]=t.textures[n].clone(),this.textures[n].isRenderTargetTexture=!0;let e=Object.assign({},t.texture.image);return this.texture.source=new Kr(e),this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,t.depthTexture!==null&&(this.depthTexture=t.depthTexture.clone()),this.samples=t.samples,this}dispose(){this.dispatchEvent({type:"dispose"})}},es=class extends _u{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},xl=class extends zn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Dn,this.minFilter=Dn,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var xu=class extends zn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Dn,this.minFilter=Dn,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var We=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],f=r[o+0],d=r[o+1],g=r[o+2],_=r[o+3];if(a===0){t[e+0]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u;return}if(a===1){t[e+0]=f,t[e+1]=d,t[e+2]=g,t[e+3]=_;return}if(u!==_||l!==f||c!==d||h!==g){let m=1-a,p=l*f+c*d+h*g+u*_,y=p>=0?1:-1,v=1-p*p;if(v>Number.EPSILON){let R=Math.sqrt(v),T=Math.atan2(R,p*y);m=Math.sin(m*T)/R,a=Math.sin(a*T)/R}let x=a*y;if(l=l*m+f*x,c=c*m+d*x,h=h*m+g*x,u=u*m+_*x,m===1-a){let R=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=R,c*=R,h*=R,u*=R}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],f=r[o+1],d=r[o+2],g=r[o+3];return t[e]=a*g+h*u+l*d-c*f,t[e+1]=l*g+h*f+c*u-a*d,t[e+2]=c*g+h*d+a*f-l*u,t[e+3]=h*g-a*u-l*f-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),f=l(n/2),d=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=f*h*u+c*d*g,this._y=c*d*u-f*h*g,this._z=c*h*g+f*d*u,this._w=c*h*u-f*d*g;break;case"YXZ":this._x=f*h*u+c*d*g,this._y=c*d*u-f*h*g,this._z=c*h*g-f*d*u,this._w=c*h*u+f*d*g;break;case"ZXY":this._x=f*h*u-c*d*g,this._y=c*d*u+f*h*g,this._z=c*h*g+f*d*u,this._w=c*h*u-f*d*g;break;case"ZYX":this._x=f*h*u-c*d*g,this._y=c*d*u+f*h*g,this._z=c*h*g-f*d*u,this._w=c*h*u+f*d*g;break;case"YZX":this._x=f*h*u+c*d*g,this._y=c*d*u+f*h*g,this._z=c*h*g-f*d*u,this._w=c*h*u-f*d*g;break;case"XZY":this._x=f*h*u-c*d*g,this._y=c*d*u-f*h*g,this._z=c*h*g+f*d*u,this._w=c*h*u+f*d*g;break;default:console.warn("THREE.Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],f=n+a+u;if(f>0){let d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(h-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>u){let d=2*Math.sqrt(1+n-a-u);this._w=(h-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>u){let d=2*Math.sqrt(1+a-n-u);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+h)/d}else{let d=2*Math.sqrt(1+u-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+h)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<Number.EPSILON?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(Ke(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){if(e===0)return this;if(e===1)return this.copy(t);let n=this._x,s=this._y,r=this._z,o=this._w,a=o*t._w+n*t._x+s*t._y+r*t._z;if(a<0?(this._w=-t._w,this._x=-t._x,this._y=-t._y,this._z=-t._z,a=-a):this.copy(t),a>=1)return this._w=o,this._x=n,this._y=s,this._z=r,this;let l=1-a*a;if(l<=Number.EPSILON){let d=1-e;return this._w=d*o+e*this._w,this._x=d*n+e*this._x,this._y=d*s+e*this._y,this._z=d*r+e*this._z,this.normalize(),this}let c=Math.sqrt(l),h=Math.atan2(c,a),u=Math.sin((1-e)*h)/c,f=Math.sin(e*h)/c;return this._w=o*u+this._w*f,this._x=n*u+this._x*f,this._y=s*u+this._y*f,this._z=r*u+this._z*f,this._onChangeCallback(),this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},C=class i{constructor(t=0,e=0,n=0){i.prototype.isVector3=!0,this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(op.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(op.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=Math.max(t.x,Math.min(e.x,this.x)),this.y=Math.max(t.y,Math.min(e.y,this.y)),this.z=Math.max(t.z,Math.min(e.z,this.z)),this}clampScalar(t,e){return this.x=Math.max(t,Math.min(e,this.x)),this.y=Math.max(t,Math.min(e,this.y)),this.z=Math.max(t,Math.min(e,this.z)),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(Math.max(t,Math.min(e,n)))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return ih.copy(this).projectOnVector(t),this.sub(ih)}reflect(t){return this.sub(ih.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(Ke(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},ih=new C,op=new We,wn=class{constructor(t=new C(1/0,1/0,1/0),e=new C(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(_i.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(_i.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=_i.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,_i):_i.fromBufferAttribute(r,o),_i.applyMatrix4(t.matrixWorld),this.expandByPoint(_i);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),Na.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Na.copy(n.boundingBox)),Na.applyMatrix4(t.matrixWorld),this.union(Na)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,_i),_i.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Do),Ua.subVectors(this.max,Do),Er.subVectors(t.a,Do),Sr.subVectors(t.b,Do),Tr.subVectors(t.c,Do),gs.subVectors(Sr,Er),_s.subVectors(Tr,Sr),Ws.subVectors(Er,Tr);let e=[0,-gs.z,gs.y,0,-_s.z,_s.y,0,-Ws.z,Ws.y,gs.z,0,-gs.x,_s.z,0,-_s.x,Ws.z,0,-Ws.x,-gs.y,gs.x,0,-_s.y,_s.x,0,-Ws.y,Ws.x,0];return!sh(e,Er,Sr,Tr,Ua)||(e=[1,0,0,0,1,0,0,0,1],!sh(e,Er,Sr,Tr,Ua))?!1:(Fa.crossVectors(gs,_s),e=[Fa.x,Fa.y,Fa.z],sh(e,Er,Sr,Tr,Ua))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,_i).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(_i).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(Gi[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),Gi[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),Gi[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),Gi[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),Gi[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),Gi[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),Gi[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),Gi[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(Gi),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}},Gi=[new C,new C,new C,new C,new C,new C,new C,new C],_i=new C,Na=new wn,Er=new C,Sr=new C,Tr=new C,gs=new C,_s=new C,Ws=new C,Do=new C,Ua=new C,Fa=new C,Xs=new C;function sh(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Xs.fromArray(i,r);let a=s.x*Math.abs(Xs.x)+s.y*Math.abs(Xs.y)+s.z*Math.abs(Xs.z),l=t.dot(Xs),c=e.dot(Xs),h=n.dot(Xs);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var px=new wn,No=new C,rh=new C,Ss=class{constructor(t=new C,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):px.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;No.subVectors(t,this.center);let e=No.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(No,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(rh.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(No.copy(t.center).add(rh)),this.expandByPoint(No.copy(t.center).sub(rh))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}},Wi=new C,oh=new C,Oa=new C,xs=new C,ah=new C,Ba=new C,lh=new C,tr=class{constructor(t=new C,e=new C(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Wi)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Wi.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Wi.copy(this.origin).addScaledVector(this.direction,e),Wi.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){oh.copy(t).add(e).multiplyScalar(.5),Oa.copy(e).sub(t).normalize(),xs.copy(this.origin).sub(oh);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Oa),a=xs.dot(this.direction),l=-xs.dot(Oa),c=xs.lengthSq(),h=Math.abs(1-o*o),u,f,d,g;if(h>0)if(u=o*l-a,f=o*a-l,g=r*h,u>=0)if(f>=-g)if(f<=g){let _=1/h;u*=_,f*=_,d=u*(u+o*f+2*a)+f*(o*u+f+2*l)+c}else f=r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;else f=-r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;else f<=-g?(u=Math.max(0,-(-o*r+a)),f=u>0?-r:Math.min(Math.max(-r,-l),r),d=-u*u+f*(f+2*l)+c):f<=g?(u=0,f=Math.min(Math.max(-r,-l),r),d=f*(f+2*l)+c):(u=Math.max(0,-(o*r+a)),f=u>0?r:Math.min(Math.max(-r,-l),r),d=-u*u+f*(f+2*l)+c);else f=o>0?-r:r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(oh).addScaledVector(Oa,f),d}intersectSphere(t,e){Wi.subVectors(t.center,this.origin);let n=Wi.dot(this.direction),s=Wi.dot(Wi)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,f=this.origin;return c>=0?(n=(t.min.x-f.x)*c,s=(t.max.x-f.x)*c):(n=(t.max.x-f.x)*c,s=(t.min.x-f.x)*c),h>=0?(r=(t.min.y-f.y)*h,o=(t.max.y-f.y)*h):(r=(t.max.y-f.y)*h,o=(t.min.y-f.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-f.z)*u,l=(t.max.z-f.z)*u):(a=(t.max.z-f.z)*u,l=(t.min.z-f.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Wi)!==null}intersectTriangle(t,e,n,s,r){ah.subVectors(e,t),Ba.subVectors(n,t),lh.crossVectors(ah,Ba);let o=this.direction.dot(lh),a;if(o>0){if(s)return null;a=1}else if(o<0)a=-1,o=-o;else return null;xs.subVectors(this.origin,t);let l=a*this.direction.dot(Ba.crossVectors(xs,Ba));if(l<0)return null;let c=a*this.direction.dot(ah.cross(xs));if(c<0||l+c>o)return null;let h=-a*xs.dot(lh);return h<0?null:this.at(h/o,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},le=class i{constructor(t,e,n,s,r,o,a,l,c,h,u,f,d,g,_,m){i.prototype.isMatrix4=!0,this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,f,d,g,_,m)}set(t,e,n,s,r,o,a,l,c,h,u,f,d,g,_,m){let p=this.elements;return p[0]=t,p[4]=e,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=u,p[14]=f,p[3]=d,p[7]=g,p[11]=_,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){let e=this.elements,n=t.elements,s=1/Ar.setFromMatrixColumn(t,0).length(),r=1/Ar.setFromMatrixColumn(t,1).length(),o=1/Ar.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let f=o*h,d=o*u,g=a*h,_=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=d+g*c,e[5]=f-_*c,e[9]=-a*l,e[2]=_-f*c,e[6]=g+d*c,e[10]=o*l}else if(t.order==="YXZ"){let f=l*h,d=l*u,g=c*h,_=c*u;e[0]=f+_*a,e[4]=g*a-d,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=d*a-g,e[6]=_+f*a,e[10]=o*l}else if(t.order==="ZXY"){let f=l*h,d=l*u,g=c*h,_=c*u;e[0]=f-_*a,e[4]=-o*u,e[8]=g+d*a,e[1]=d+g*a,e[5]=o*h,e[9]=_-f*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let f=o*h,d=o*u,g=a*h,_=a*u;e[0]=l*h,e[4]=g*c-d,e[8]=f*c+_,e[1]=l*u,e[5]=_*c+f,e[9]=d*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let f=o*l,d=o*c,g=a*l,_=a*c;e[0]=l*h,e[4]=_-f*u,e[8]=g*u+d,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=d*u+g,e[10]=f-_*u}else if(t.order==="XZY"){let f=o*l,d=o*c,g=a*l,_=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=f*u+_,e[5]=o*h,e[9]=d*u-g,e[2]=g*u-d,e[6]=a*h,e[10]=_*u+f}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(mx,t,gx)}lookAt(t,e,n){let s=this.elements;return Yn.subVectors(t,e),Yn.lengthSq()===0&&(Yn.z=1),Yn.normalize(),ys.crossVectors(n,Yn),ys.lengthSq()===0&&(Math.abs(n.z)===1?Yn.x+=1e-4:Yn.z+=1e-4,Yn.normalize(),ys.crossVectors(n,Yn)),ys.normalize(),ka.crossVectors(Yn,ys),s[0]=ys.x,s[4]=ka.x,s[8]=Yn.x,s[1]=ys.y,s[5]=ka.y,s[9]=Yn.y,s[2]=ys.z,s[6]=ka.z,s[10]=Yn.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],f=n[9],d=n[13],g=n[2],_=n[6],m=n[10],p=n[14],y=n[3],v=n[7],x=n[11],R=n[15],T=s[0],I=s[4],N=s[8],S=s[12],b=s[1],P=s[5],V=s[9],O=s[13],H=s[2],W=s[6],Y=s[10],K=s[14],Q=s[3],lt=s[7],ct=s[11],gt=s[15];return r[0]=o*T+a*b+l*H+c*Q,r[4]=o*I+a*P+l*W+c*lt,r[8]=o*N+a*V+l*Y+c*ct,r[12]=o*S+a*O+l*K+c*gt,r[1]=h*T+u*b+f*H+d*Q,r[5]=h*I+u*P+f*W+d*lt,r[9]=h*N+u*V+f*Y+d*ct,r[13]=h*S+u*O+f*K+d*gt,r[2]=g*T+_*b+m*H+p*Q,r[6]=g*I+_*P+m*W+p*lt,r[10]=g*N+_*V+m*Y+p*ct,r[14]=g*S+_*O+m*K+p*gt,r[3]=y*T+v*b+x*H+R*Q,r[7]=y*I+v*P+x*W+R*lt,r[11]=y*N+v*V+x*Y+R*ct,r[15]=y*S+v*O+x*K+R*gt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],f=t[10],d=t[14],g=t[3],_=t[7],m=t[11],p=t[15];return g*(+r*l*u-s*c*u-r*a*f+n*c*f+s*a*d-n*l*d)+_*(+e*l*d-e*c*f+r*o*f-s*o*d+s*c*h-r*l*h)+m*(+e*c*u-e*a*d-r*o*u+n*o*d+r*a*h-n*c*h)+p*(-s*a*h-e*l*u+e*a*f+s*o*u-n*o*f+n*l*h)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],f=t[10],d=t[11],g=t[12],_=t[13],m=t[14],p=t[15],y=u*m*c-_*f*c+_*l*d-a*m*d-u*l*p+a*f*p,v=g*f*c-h*m*c-g*l*d+o*m*d+h*l*p-o*f*p,x=h*_*c-g*u*c+g*a*d-o*_*d-h*a*p+o*u*p,R=g*u*l-h*_*l-g*a*f+o*_*f+h*a*m-o*u*m,T=e*y+n*v+s*x+r*R;if(T===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let I=1/T;return t[0]=y*I,t[1]=(_*f*r-u*m*r-_*s*d+n*m*d+u*s*p-n*f*p)*I,t[2]=(a*m*r-_*l*r+_*s*c-n*m*c-a*s*p+n*l*p)*I,t[3]=(u*l*r-a*f*r-u*s*c+n*f*c+a*s*d-n*l*d)*I,t[4]=v*I,t[5]=(h*m*r-g*f*r+g*s*d-e*m*d-h*s*p+e*f*p)*I,t[6]=(g*l*r-o*m*r-g*s*c+e*m*c+o*s*p-e*l*p)*I,t[7]=(o*f*r-h*l*r+h*s*c-e*f*c-o*s*d+e*l*d)*I,t[8]=x*I,t[9]=(g*u*r-h*_*r-g*n*d+e*_*d+h*n*p-e*u*p)*I,t[10]=(o*_*r-g*a*r+g*n*c-e*_*c-o*n*p+e*a*p)*I,t[11]=(h*a*r-o*u*r-h*n*c+e*u*c+o*n*d-e*a*d)*I,t[12]=R*I,t[13]=(h*_*s-g*u*s+g*n*f-e*_*f-h*n*m+e*u*m)*I,t[14]=(g*a*s-o*_*s-g*n*l+e*_*l+o*n*m-e*a*m)*I,t[15]=(o*u*s-h*a*s+h*n*l-e*u*l-o*n*f+e*a*f)*I,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,f=r*c,d=r*h,g=r*u,_=o*h,m=o*u,p=a*u,y=l*c,v=l*h,x=l*u,R=n.x,T=n.y,I=n.z;return s[0]=(1-(_+p))*R,s[1]=(d+x)*R,s[2]=(g-v)*R,s[3]=0,s[4]=(d-x)*T,s[5]=(1-(f+p))*T,s[6]=(m+y)*T,s[7]=0,s[8]=(g+v)*I,s[9]=(m-y)*I,s[10]=(1-(f+_))*I,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements,r=Ar.set(s[0],s[1],s[2]).length(),o=Ar.set(s[4],s[5],s[6]).length(),a=Ar.set(s[8],s[9],s[10]).length();this.determinant()<0&&(r=-r),t.x=s[12],t.y=s[13],t.z=s[14],xi.copy(this);let c=1/r,h=1/o,u=1/a;return xi.elements[0]*=c,xi.elements[1]*=c,xi.elements[2]*=c,xi.elements[4]*=h,xi.elements[5]*=h,xi.elements[6]*=h,xi.elements[8]*=u,xi.elements[9]*=u,xi.elements[10]*=u,e.setFromRotationMatrix(xi),n.x=r,n.y=o,n.z=a,this}makePerspective(t,e,n,s,r,o,a=Ji){let l=this.elements,c=2*r/(e-t),h=2*r/(n-s),u=(e+t)/(e-t),f=(n+s)/(n-s),d,g;if(a===Ji)d=-(o+r)/(o-r),g=-2*o*r/(o-r);else if(a===gl)d=-o/(o-r),g=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return l[0]=c,l[4]=0,l[8]=u,l[12]=0,l[1]=0,l[5]=h,l[9]=f,l[13]=0,l[2]=0,l[6]=0,l[10]=d,l[14]=g,l[3]=0,l[7]=0,l[11]=-1,l[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=Ji){let l=this.elements,c=1/(e-t),h=1/(n-s),u=1/(o-r),f=(e+t)*c,d=(n+s)*h,g,_;if(a===Ji)g=(o+r)*u,_=-2*u;else if(a===gl)g=r*u,_=-1*u;else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return l[0]=2*c,l[4]=0,l[8]=0,l[12]=-f,l[1]=0,l[5]=2*h,l[9]=0,l[13]=-d,l[2]=0,l[6]=0,l[10]=_,l[14]=-g,l[3]=0,l[7]=0,l[11]=0,l[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Ar=new C,xi=new le,mx=new C(0,0,0),gx=new C(1,1,1),ys=new C,ka=new C,Yn=new C,ap=new le,lp=new We,ai=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],f=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(Ke(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-Ke(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(Ke(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-u,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-Ke(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(Ke(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-Ke(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,d),this._y=0);break;default:console.warn("THREE.Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return ap.makeRotationFromQuaternion(t),this.setFromRotationMatrix(ap,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return lp.setFromEuler(this),this.setFromQuaternion(lp,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ai.DEFAULT_ORDER="XYZ";var Qo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},_x=0,cp=new C,Rr=new We,Xi=new le,za=new C,Uo=new C,xx=new C,yx=new We,hp=new C(1,0,0),up=new C(0,1,0),fp=new C(0,0,1),dp={type:"added"},vx={type:"removed"},Cr={type:"childadded",child:null},ch={type:"childremoved",child:null},En=class i extends ts{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:_x++}),this.uuid=Ds(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new C,e=new ai,n=new We,s=new C(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new le},normalMatrix:{value:new oe}}),this.matrix=new le,this.matrixWorld=new le,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Qo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.userData={}}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Rr.setFromAxisAngle(t,e),this.quaternion.multiply(Rr),this}rotateOnWorldAxis(t,e){return Rr.setFromAxisAngle(t,e),this.quaternion.premultiply(Rr),this}rotateX(t){return this.rotateOnAxis(hp,t)}rotateY(t){return this.rotateOnAxis(up,t)}rotateZ(t){return this.rotateOnAxis(fp,t)}translateOnAxis(t,e){return cp.copy(t).applyQuaternion(this.quaternion),this.position.add(cp.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(hp,t)}translateY(t){return this.translateOnAxis(up,t)}translateZ(t){return this.translateOnAxis(fp,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(Xi.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?za.copy(t):za.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Uo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Xi.lookAt(Uo,za,this.up):Xi.lookAt(za,Uo,this.up),this.quaternion.setFromRotationMatrix(Xi),s&&(Xi.extractRotation(s.matrixWorld),Rr.setFromRotationMatrix(Xi),this.quaternion.premultiply(Rr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(console.error("THREE.Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(dp),Cr.child=t,this.dispatchEvent(Cr),Cr.child=null):console.error("THREE.Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(vx),ch.child=t,this.dispatchEvent(ch),ch.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),Xi.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),Xi.multiply(t.parent.matrixWorld)),t.applyMatrix4(Xi),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(dp),Cr.child=t,this.dispatchEvent(Cr),Cr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Uo,t,xx),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Uo,yx,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale),this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e){let n=this.parent;if(t===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),e===!0){let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].updateWorldMatrix(!1,!0)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.6,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,this.name!==""&&(s.name=this.name),this.castShadow===!0&&(s.castShadow=!0),this.receiveShadow===!0&&(s.receiveShadow=!0),this.visible===!1&&(s.visible=!1),this.frustumCulled===!1&&(s.frustumCulled=!1),this.renderOrder!==0&&(s.renderOrder=this.renderOrder),Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.matrixAutoUpdate===!1&&(s.matrixAutoUpdate=!1),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.visibility=this._visibility,s.active=this._active,s.bounds=this._bounds.map(a=>({boxInitialized:a.boxInitialized,boxMin:a.box.min.toArray(),boxMax:a.box.max.toArray(),sphereInitialized:a.sphereInitialized,sphereRadius:a.sphere.radius,sphereCenter:a.sphere.center.toArray()})),s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.geometryCount=this._geometryCount,s.matricesTexture=this._matricesTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere={center:s.boundingSphere.center.toArray(),radius:s.boundingSphere.radius}),this.boundingBox!==null&&(s.boundingBox={min:s.boundingBox.min.toArray(),max:s.boundingBox.max.toArray()}));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),f=o(t.skeletons),d=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),f.length>0&&(n.skeletons=f),d.length>0&&(n.animations=d),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}};En.DEFAULT_UP=new C(0,1,0);En.DEFAULT_MATRIX_AUTO_UPDATE=!0;En.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var yi=new C,Yi=new C,hh=new C,qi=new C,Pr=new C,Ir=new C,pp=new C,uh=new C,fh=new C,dh=new C,ph=new $e,mh=new $e,gh=new $e,Ui=class i{constructor(t=new C,e=new C,n=new C){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),yi.subVectors(t,e),s.cross(yi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){yi.subVectors(s,e),Yi.subVectors(n,e),hh.subVectors(t,e);let o=yi.dot(yi),a=yi.dot(Yi),l=yi.dot(hh),c=Yi.dot(Yi),h=Yi.dot(hh),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let f=1/u,d=(c*l-a*h)*f,g=(o*h-a*l)*f;return r.set(1-d-g,g,d)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,qi)===null?!1:qi.x>=0&&qi.y>=0&&qi.x+qi.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,qi)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,qi.x),l.addScaledVector(o,qi.y),l.addScaledVector(a,qi.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return ph.setScalar(0),mh.setScalar(0),gh.setScalar(0),ph.fromBufferAttribute(t,e),mh.fromBufferAttribute(t,n),gh.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(ph,r.x),o.addScaledVector(mh,r.y),o.addScaledVector(gh,r.z),o}static isFrontFacing(t,e,n,s){return yi.subVectors(n,e),Yi.subVectors(t,e),yi.cross(Yi).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return yi.subVectors(this.c,this.b),Yi.subVectors(this.a,this.b),yi.cross(Yi).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;Pr.subVectors(s,n),Ir.subVectors(r,n),uh.subVectors(t,n);let l=Pr.dot(uh),c=Ir.dot(uh);if(l<=0&&c<=0)return e.copy(n);fh.subVectors(t,s);let h=Pr.dot(fh),u=Ir.dot(fh);if(h>=0&&u<=h)return e.copy(s);let f=l*u-h*c;if(f<=0&&l>=0&&h<=0)return o=l/(l-h),e.copy(n).addScaledVector(Pr,o);dh.subVectors(t,r);let d=Pr.dot(dh),g=Ir.dot(dh);if(g>=0&&d<=g)return e.copy(r);let _=d*c-l*g;if(_<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(Ir,a);let m=h*g-d*u;if(m<=0&&u-h>=0&&d-g>=0)return pp.subVectors(r,s),a=(u-h)/(u-h+(d-g)),e.copy(s).addScaledVector(pp,a);let p=1/(m+_+f);return o=_*p,a=f*p,e.copy(n).addScaledVector(Pr,o).addScaledVector(Ir,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},ym={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},vs={h:0,s:0,l:0},Ha={h:0,s:0,l:0};function _h(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var Xt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Bn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,xe.toWorkingColorSpace(this,e),this}setRGB(t,e,n,s=xe.workingColorSpace){return this.r=t,this.g=e,this.b=n,xe.toWorkingColorSpace(this,s),this}setHSL(t,e,n,s=xe.workingColorSpace){if(t=nf(t,1),e=Ke(e,0,1),n=Ke(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=_h(o,r,t+1/3),this.g=_h(o,r,t),this.b=_h(o,r,t-1/3)}return xe.toWorkingColorSpace(this,s),this}setStyle(t,e=Bn){function n(r){r!==void 0&&parseFloat(r)<1&&console.warn("THREE.Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+)\%\s*,\s*(\d+)\%\s*,\s*(\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseInt(r[1],10))/100,Math.min(100,parseInt(r[2],10))/100,Math.min(100,parseInt(r[3],10))/100,e);break;case"hsl":case"hsla":if(r=/^\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\%\s*,\s*(\d*\.?\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:console.warn("THREE.Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);console.warn("THREE.Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Bn){let n=ym[t.toLowerCase()];return n!==void 0?this.setHex(n,e):console.warn("THREE.Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Ki(t.r),this.g=Ki(t.g),this.b=Ki(t.b),this}copyLinearToSRGB(t){return this.r=Wr(t.r),this.g=Wr(t.g),this.b=Wr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Bn){return xe.fromWorkingColorSpace(yn.copy(this),t),Math.round(Ke(yn.r*255,0,255))*65536+Math.round(Ke(yn.g*255,0,255))*256+Math.round(Ke(yn.b*255,0,255))}getHexString(t=Bn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=xe.workingColorSpace){xe.fromWorkingColorSpace(yn.copy(this),e);let n=yn.r,s=yn.g,r=yn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=xe.workingColorSpace){return xe.fromWorkingColorSpace(yn.copy(this),e),t.r=yn.r,t.g=yn.g,t.b=yn.b,t}getStyle(t=Bn){xe.fromWorkingColorSpace(yn.copy(this),t);let e=yn.r,n=yn.g,s=yn.b;return t!==Bn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(vs),this.setHSL(vs.h+t,vs.s+e,vs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(vs),t.getHSL(Ha);let n=Go(vs.h,Ha.h,e),s=Go(vs.s,Ha.s,e),r=Go(vs.l,Ha.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},yn=new Xt;Xt.NAMES=ym;var Mx=0,Fi=class extends ts{static get type(){return"Material"}get type(){return this.constructor.type}set type(t){}constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Mx++}),this.uuid=Ds(),this.name="",this.blending=Hr,this.side=Es,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Dh,this.blendDst=Nh,this.blendEquation=Js,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Xt(0,0,0),this.blendAlpha=0,this.depthFunc=Yr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=jd,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=br,this.stencilZFail=br,this.stencilZPass=br,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){console.warn(`THREE.Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.6,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,this.name!==""&&(n.name=this.name),this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&this.emissiveIntensity!==1&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessRange!==void 0&&(n.iridescenceThicknessRange=this.iridescenceThicknessRange),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&this.attenuationDistance!==1/0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.shadowSide!==null&&(n.shadowSide=this.shadowSide),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),this.blending!==Hr&&(n.blending=this.blending),this.side!==Es&&(n.side=this.side),this.vertexColors===!0&&(n.vertexColors=!0),this.opacity<1&&(n.opacity=this.opacity),this.transparent===!0&&(n.transparent=!0),this.blendSrc!==Dh&&(n.blendSrc=this.blendSrc),this.blendDst!==Nh&&(n.blendDst=this.blendDst),this.blendEquation!==Js&&(n.blendEquation=this.blendEquation),this.blendSrcAlpha!==null&&(n.blendSrcAlpha=this.blendSrcAlpha),this.blendDstAlpha!==null&&(n.blendDstAlpha=this.blendDstAlpha),this.blendEquationAlpha!==null&&(n.blendEquationAlpha=this.blendEquationAlpha),this.blendColor&&this.blendColor.isColor&&(n.blendColor=this.blendColor.getHex()),this.blendAlpha!==0&&(n.blendAlpha=this.blendAlpha),this.depthFunc!==Yr&&(n.depthFunc=this.depthFunc),this.depthTest===!1&&(n.depthTest=this.depthTest),this.depthWrite===!1&&(n.depthWrite=this.depthWrite),this.colorWrite===!1&&(n.colorWrite=this.colorWrite),this.stencilWriteMask!==255&&(n.stencilWriteMask=this.stencilWriteMask),this.stencilFunc!==jd&&(n.stencilFunc=this.stencilFunc),this.stencilRef!==0&&(n.stencilRef=this.stencilRef),this.stencilFuncMask!==255&&(n.stencilFuncMask=this.stencilFuncMask),this.stencilFail!==br&&(n.stencilFail=this.stencilFail),this.stencilZFail!==br&&(n.stencilZFail=this.stencilZFail),this.stencilZPass!==br&&(n.stencilZPass=this.stencilZPass),this.stencilWrite===!0&&(n.stencilWrite=this.stencilWrite),this.rotation!==void 0&&this.rotation!==0&&(n.rotation=this.rotation),this.polygonOffset===!0&&(n.polygonOffset=!0),this.polygonOffsetFactor!==0&&(n.polygonOffsetFactor=this.polygonOffsetFactor),this.polygonOffsetUnits!==0&&(n.polygonOffsetUnits=this.polygonOffsetUnits),this.linewidth!==void 0&&this.linewidth!==1&&(n.linewidth=this.linewidth),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.dithering===!0&&(n.dithering=!0),this.alphaTest>0&&(n.alphaTest=this.alphaTest),this.alphaHash===!0&&(n.alphaHash=!0),this.alphaToCoverage===!0&&(n.alphaToCoverage=!0),this.premultipliedAlpha===!0&&(n.premultipliedAlpha=!0),this.forceSinglePass===!0&&(n.forceSinglePass=!0),this.wireframe===!0&&(n.wireframe=!0),this.wireframeLinewidth>1&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!=="round"&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!=="round"&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading===!0&&(n.flatShading=!0),this.visible===!1&&(n.visible=!1),this.toneMapped===!1&&(n.toneMapped=!1),this.fog===!1&&(n.fog=!1),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}onBuild(){console.warn("Material: onBuild() has been removed.")}},vi=class extends Fi{static get type(){return"MeshBasicMaterial"}constructor(t){super(),this.isMeshBasicMaterial=!0,this.color=new Xt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ai,this.combine=Jl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}};var Je=new C,Va=new at,he=class{constructor(t,e,n=!1){if(Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Jd,this.updateRanges=[],this.gpuType=oi,this.version=0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Va.fromBufferAttribute(this,e),Va.applyMatrix3(t),this.setXY(e,Va.x,Va.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyMatrix3(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyMatrix4(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.applyNormalMatrix(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Je.fromBufferAttribute(this,e),Je.transformDirection(t),this.setXYZ(e,Je.x,Je.y,Je.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=Or(n,this.array)),n}setComponent(t,e,n){return this.normalized&&(n=Pn(n,this.array)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=Or(e,this.array)),e}setX(t,e){return this.normalized&&(e=Pn(e,this.array)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=Or(e,this.array)),e}setY(t,e){return this.normalized&&(e=Pn(e,this.array)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=Or(e,this.array)),e}setZ(t,e){return this.normalized&&(e=Pn(e,this.array)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=Or(e,this.array)),e}setW(t,e){return this.normalized&&(e=Pn(e,this.array)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=Pn(e,this.array),n=Pn(n,this.array)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=Pn(e,this.array),n=Pn(n,this.array),s=Pn(s,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=Pn(e,this.array),n=Pn(n,this.array),s=Pn(s,this.array),r=Pn(r,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return this.name!==""&&(t.name=this.name),this.usage!==Jd&&(t.usage=this.usage),t}};var yl=class extends he{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var vl=class extends he{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var se=class extends he{constructor(t,e,n){super(new Float32Array(t),e,n)}},bx=0,si=new le,xh=new En,Lr=new C,qn=new wn,Fo=new wn,dn=new C,we=class i extends ts{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:bx++}),this.uuid=Ds(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={}}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(xm(t)?vl:yl)(t,1):this.index=t,this}setIndirect(t){return this.indirect=t,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new oe().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}applyQuaternion(t){return si.makeRotationFromQuaternion(t),this.applyMatrix4(si),this}rotateX(t){return si.makeRotationX(t),this.applyMatrix4(si),this}rotateY(t){return si.makeRotationY(t),this.applyMatrix4(si),this}rotateZ(t){return si.makeRotationZ(t),this.applyMatrix4(si),this}translate(t,e,n){return si.makeTranslation(t,e,n),this.applyMatrix4(si),this}scale(t,e,n){return si.makeScale(t,e,n),this.applyMatrix4(si),this}lookAt(t){return xh.lookAt(t),xh.updateMatrix(),this.applyMatrix4(xh.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Lr).negate(),this.translate(Lr.x,Lr.y,Lr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new se(n,3))}else{for(let n=0,s=e.count;n<s;n++){let r=t[n];e.setXYZ(n,r.x,r.y,r.z||0)}t.length>e.count&&console.warn("THREE.BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new wn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new C(-1/0,-1/0,-1/0),new C(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];qn.setFromBufferAttribute(r),this.morphTargetsRelative?(dn.addVectors(this.boundingBox.min,qn.min),this.boundingBox.expandByPoint(dn),dn.addVectors(this.boundingBox.max,qn.max),this.boundingBox.expandByPoint(dn)):(this.boundingBox.expandByPoint(qn.min),this.boundingBox.expandByPoint(qn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&console.error('THREE.BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ss);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new C,1/0);return}if(t){let n=this.boundingSphere.center;if(qn.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Fo.setFromBufferAttribute(a),this.morphTargetsRelative?(dn.addVectors(qn.min,Fo.min),qn.expandByPoint(dn),dn.addVectors(qn.max,Fo.max),qn.expandByPoint(dn)):(qn.expandByPoint(Fo.min),qn.expandByPoint(Fo.max))}qn.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)dn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(dn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)dn.fromBufferAttribute(a,c),l&&(Lr.fromBufferAttribute(t,c),dn.add(Lr)),s=Math.max(s,n.distanceToSquared(dn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error('THREE.BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){console.error("THREE.BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv;this.hasAttribute("tangent")===!1&&this.setAttribute("tangent",new he(new Float32Array(4*n.count),4));let o=this.getAttribute("tangent"),a=[],l=[];for(let N=0;N<n.count;N++)a[N]=new C,l[N]=new C;let c=new C,h=new C,u=new C,f=new at,d=new at,g=new at,_=new C,m=new C;function p(N,S,b){c.fromBufferAttribute(n,N),h.fromBufferAttribute(n,S),u.fromBufferAttribute(n,b),f.fromBufferAttribute(r,N),d.fromBufferAttribute(r,S),g.fromBufferAttribute(r,b),h.sub(c),u.sub(c),d.sub(f),g.sub(f);let P=1/(d.x*g.y-g.x*d.y);isFinite(P)&&(_.copy(h).multiplyScalar(g.y).addScaledVector(u,-d.y).multiplyScalar(P),m.copy(u).multiplyScalar(d.x).addScaledVector(h,-g.x).multiplyScalar(P),a[N].add(_),a[S].add(_),a[b].add(_),l[N].add(m),l[S].add(m),l[b].add(m))}let y=this.groups;y.length===0&&(y=[{start:0,count:t.count}]);for(let N=0,S=y.length;N<S;++N){let b=y[N],P=b.start,V=b.count;for(let O=P,H=P+V;O<H;O+=3)p(t.getX(O+0),t.getX(O+1),t.getX(O+2))}let v=new C,x=new C,R=new C,T=new C;function I(N){R.fromBufferAttribute(s,N),T.copy(R);let S=a[N];v.copy(S),v.sub(R.multiplyScalar(R.dot(S))).normalize(),x.crossVectors(T,S);let P=x.dot(l[N])<0?-1:1;o.setXYZW(N,v.x,v.y,v.z,P)}for(let N=0,S=y.length;N<S;++N){let b=y[N],P=b.start,V=b.count;for(let O=P,H=P+V;O<H;O+=3)I(t.getX(O+0)),I(t.getX(O+1)),I(t.getX(O+2))}}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0)n=new he(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let f=0,d=n.count;f<d;f++)n.setXYZ(f,0,0,0);let s=new C,r=new C,o=new C,a=new C,l=new C,c=new C,h=new C,u=new C;if(t)for(let f=0,d=t.count;f<d;f+=3){let g=t.getX(f+0),_=t.getX(f+1),m=t.getX(f+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let f=0,d=e.count;f<d;f+=3)s.fromBufferAttribute(e,f+0),r.fromBufferAttribute(e,f+1),o.fromBufferAttribute(e,f+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(f+0,h.x,h.y,h.z),n.setXYZ(f+1,h.x,h.y,h.z),n.setXYZ(f+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)dn.fromBufferAttribute(t,e),dn.normalize(),t.setXYZ(e,dn.x,dn.y,dn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,f=new c.constructor(l.length*h),d=0,g=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?d=l[_]*a.data.stride+a.offset:d=l[_]*h;for(let p=0;p<h;p++)f[g++]=c[d++]}return new he(f,h,u)}if(this.index===null)return console.warn("THREE.BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let f=c[h],d=t(f,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.6,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.type,this.name!==""&&(t.name=this.name),Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,f=c.length;u<f;u++){let d=c[u];h.push(d.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere={center:a.center.toArray(),radius:a.radius}),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone(e));let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let f=0,d=u.length;f<d;f++)h.push(u[f].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this}dispose(){this.dispatchEvent({type:"dispose"})}},mp=new le,Ys=new tr,Ga=new Ss,gp=new C,Wa=new C,Xa=new C,Ya=new C,yh=new C,qa=new C,_p=new C,$a=new C,De=class extends En{constructor(t=new we,e=new vi){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0&&(this.morphTargetInfluences=t.morphTargetInfluences.slice()),t.morphTargetDictionary!==void 0&&(this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary)),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){qa.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(yh.fromBufferAttribute(u,t),o?qa.addScaledVector(yh,h):qa.addScaledVector(yh.sub(e),h))}e.add(qa)}return e}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Ga.copy(n.boundingSphere),Ga.applyMatrix4(r),Ys.copy(t.ray).recast(t.near),!(Ga.containsPoint(Ys.origin)===!1&&(Ys.intersectSphere(Ga,gp)===null||Ys.origin.distanceToSquared(gp)>(t.far-t.near)**2))&&(mp.copy(r).invert(),Ys.copy(t.ray).applyMatrix4(mp),!(n.boundingBox!==null&&Ys.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Ys)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,f=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,_=f.length;g<_;g++){let m=f[g],p=o[m.materialIndex],y=Math.max(m.start,d.start),v=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let x=y,R=v;x<R;x+=3){let T=a.getX(x),I=a.getX(x+1),N=a.getX(x+2);s=Za(this,p,t,n,c,h,u,T,I,N),s&&(s.faceIndex=Math.floor(x/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),_=Math.min(a.count,d.start+d.count);for(let m=g,p=_;m<p;m+=3){let y=a.getX(m),v=a.getX(m+1),x=a.getX(m+2);s=Za(this,o,t,n,c,h,u,y,v,x),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,_=f.length;g<_;g++){let m=f[g],p=o[m.materialIndex],y=Math.max(m.start,d.start),v=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let x=y,R=v;x<R;x+=3){let T=x,I=x+1,N=x+2;s=Za(this,p,t,n,c,h,u,T,I,N),s&&(s.faceIndex=Math.floor(x/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),_=Math.min(l.count,d.start+d.count);for(let m=g,p=_;m<p;m+=3){let y=m,v=m+1,x=m+2;s=Za(this,o,t,n,c,h,u,y,v,x),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function wx(i,t,e,n,s,r,o,a){let l;if(t.side===kn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===Es,a),l===null)return null;$a.copy(a),$a.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo($a);return c<e.near||c>e.far?null:{distance:c,point:$a.clone(),object:i}}function Za(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Wa),i.getVertexPosition(l,Xa),i.getVertexPosition(c,Ya);let h=wx(i,t,e,n,Wa,Xa,Ya,_p);if(h){let u=new C;Ui.getBarycoord(_p,Wa,Xa,Ya,u),s&&(h.uv=Ui.getInterpolatedAttribute(s,a,l,c,u,new at)),r&&(h.uv1=Ui.getInterpolatedAttribute(r,a,l,c,u,new at)),o&&(h.normal=Ui.getInterpolatedAttribute(o,a,l,c,u,new C),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let f={a,b:l,c,normal:new C,materialIndex:0};Ui.getNormal(Wa,Xa,Ya,f.normal),h.face=f,h.barycoord=u}return h}var li=class i extends we{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],f=0,d=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,s,o,2),g("x","z","y",1,-1,t,n,-e,s,o,3),g("x","y","z",1,-1,t,e,n,s,r,4),g("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new se(c,3)),this.setAttribute("normal",new se(h,3)),this.setAttribute("uv",new se(u,2));function g(_,m,p,y,v,x,R,T,I,N,S){let b=x/I,P=R/N,V=x/2,O=R/2,H=T/2,W=I+1,Y=N+1,K=0,Q=0,lt=new C;for(let ct=0;ct<Y;ct++){let gt=ct*P-O;for(let wt=0;wt<W;wt++){let xt=wt*b-V;lt[_]=xt*y,lt[m]=gt*v,lt[p]=H,c.push(lt.x,lt.y,lt.z),lt[_]=0,lt[m]=0,lt[p]=T>0?1:-1,h.push(lt.x,lt.y,lt.z),u.push(wt/I),u.push(1-ct/N),K+=1}}for(let ct=0;ct<N;ct++)for(let gt=0;gt<I;gt++){let wt=f+gt+W*ct,xt=f+gt+W*(ct+1),nt=f+(gt+1)+W*(ct+1),ht=f+(gt+1)+W*ct;l.push(wt,xt,ht),l.push(xt,nt,ht),Q+=6}a.addGroup(d,Q,S),d+=Q,f+=K}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};function Qr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)?s.isRenderTargetTexture?(console.warn("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone():Array.isArray(s)?t[e][n]=s.slice():t[e][n]=s}}return t}function In(i){let t={};for(let e=0;e<i.length;e++){let n=Qr(i[e]);for(let s in n)t[s]=n[s]}return t}function Ex(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function vm(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:xe.workingColorSpace}var Sx={clone:Qr,merge:In},Tx=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Ax=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Nn=class extends Fi{static get type(){return"ShaderMaterial"}constructor(t){super(),this.isShaderMaterial=!0,this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Tx,this.fragmentShader=Ax,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=Qr(t.uniforms),this.uniformsGroups=Ex(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}},Ml=class extends En{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new le,this.projectionMatrix=new le,this.projectionMatrixInverse=new le,this.coordinateSystem=Ji}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorldInverse.copy(this.matrixWorld).invert()}updateWorldMatrix(t,e){super.updateWorldMatrix(t,e),this.matrixWorldInverse.copy(this.matrixWorld).invert()}clone(){return new this.constructor().copy(this)}},Ms=new C,xp=new at,yp=new at,vn=class extends Ml{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Ko*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Gr*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Ko*2*Math.atan(Math.tan(Gr*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Ms.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Ms.x,Ms.y).multiplyScalar(-t/Ms.z),Ms.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Ms.x,Ms.y).multiplyScalar(-t/Ms.z)}getViewSize(t,e){return this.getViewBounds(t,xp,yp),e.subVectors(yp,xp)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Gr*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}},Dr=-90,Nr=1,yu=class extends En{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new vn(Dr,Nr,t,e);s.layers=this.layers,this.add(s);let r=new vn(Dr,Nr,t,e);r.layers=this.layers,this.add(r);let o=new vn(Dr,Nr,t,e);o.layers=this.layers,this.add(o);let a=new vn(Dr,Nr,t,e);a.layers=this.layers,this.add(a);let l=new vn(Dr,Nr,t,e);l.layers=this.layers,this.add(l);let c=new vn(Dr,Nr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===Ji)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===gl)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),f=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let _=n.texture.generateMipmaps;n.texture.generateMipmaps=!1,t.setRenderTarget(n,0,s),t.render(e,r),t.setRenderTarget(n,1,s),t.render(e,o),t.setRenderTarget(n,2,s),t.render(e,a),t.setRenderTarget(n,3,s),t.render(e,l),t.setRenderTarget(n,4,s),t.render(e,c),n.texture.generateMipmaps=_,t.setRenderTarget(n,5,s),t.render(e,h),t.setRenderTarget(u,f,d),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},bl=class extends zn{constructor(t,e,n,s,r,o,a,l,c,h){t=t!==void 0?t:[],e=e!==void 0?e:qr,super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},vu=class extends es{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new bl(s,e.mapping,e.wrapS,e.wrapT,e.magFilter,e.minFilter,e.format,e.type,e.anisotropy,e.colorSpace),this.texture.isRenderTargetTexture=!0,this.texture.generateMipmaps=e.generateMipmaps!==void 0?e.generateMipmaps:!1,this.texture.minFilter=e.minFilter!==void 0?e.minFilter:ri}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new li(5,5,5),r=new Nn({name:"CubemapFromEquirect",uniforms:Qr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:kn,blending:bs});r.uniforms.tEquirect.value=e;let o=new De(s,r),a=e.minFilter;return e.minFilter===ji&&(e.minFilter=ri),new yu(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e,n,s){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},vh=new C,Rx=new C,Cx=new oe,$n=class{constructor(t=new C(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=vh.subVectors(n,e).cross(Rx.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e){let n=t.delta(vh),s=this.normal.dot(n);if(s===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let r=-(t.start.dot(this.normal)+this.constant)/s;return r<0||r>1?null:e.copy(t.start).addScaledVector(n,r)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||Cx.getNormalMatrix(t),s=this.coplanarPoint(vh).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}},qs=new Ss,ja=new C,ta=class{constructor(t=new $n,e=new $n,n=new $n,s=new $n,r=new $n,o=new $n){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=Ji){let n=this.planes,s=t.elements,r=s[0],o=s[1],a=s[2],l=s[3],c=s[4],h=s[5],u=s[6],f=s[7],d=s[8],g=s[9],_=s[10],m=s[11],p=s[12],y=s[13],v=s[14],x=s[15];if(n[0].setComponents(l-r,f-c,m-d,x-p).normalize(),n[1].setComponents(l+r,f+c,m+d,x+p).normalize(),n[2].setComponents(l+o,f+h,m+g,x+y).normalize(),n[3].setComponents(l-o,f-h,m-g,x-y).normalize(),n[4].setComponents(l-a,f-u,m-_,x-v).normalize(),e===Ji)n[5].setComponents(l+a,f+u,m+_,x+v).normalize();else if(e===gl)n[5].setComponents(a,u,_,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),qs.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),qs.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(qs)}intersectsSprite(t){return qs.center.set(0,0,0),qs.radius=.7071067811865476,qs.applyMatrix4(t.matrixWorld),this.intersectsSphere(qs)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(ja.x=s.normal.x>0?t.max.x:t.min.x,ja.y=s.normal.y>0?t.max.y:t.min.y,ja.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(ja)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}};function Mm(){let i=null,t=!1,e=null,n=null;function s(r,o){e(r,o),n=i.requestAnimationFrame(s)}return{start:function(){t!==!0&&e!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function Px(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,f=i.createBuffer();i.bindBuffer(l,f),i.bufferData(l,c,h),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((d,g)=>d.start-g.start);let f=0;for(let d=1;d<u.length;d++){let g=u[f],_=u[d];_.start<=g.start+g.count+1?g.count=Math.max(g.count,_.start+_.count-g.start):(++f,u[f]=_)}u.length=f+1;for(let d=0,g=u.length;d<g;d++){let _=u[d];i.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Oi=class i extends we{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,f=e/l,d=[],g=[],_=[],m=[];for(let p=0;p<h;p++){let y=p*f-o;for(let v=0;v<c;v++){let x=v*u-r;g.push(x,-y,0),_.push(0,0,1),m.push(v/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let y=0;y<a;y++){let v=y+c*p,x=y+c*(p+1),R=y+1+c*(p+1),T=y+1+c*p;d.push(v,x,T),d.push(x,R,T)}this.setIndex(d),this.setAttribute("position",new se(g,3)),this.setAttribute("normal",new se(_,3)),this.setAttribute("uv",new se(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}},Ix=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Lx=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Dx=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Nx=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Ux=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Fx=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Ox=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Bx=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,kx=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec3 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 ).rgb;
	}
#endif`,zx=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Hx=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Vx=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,Gx=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Wx=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Xx=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Yx=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,qx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,$x=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Zx=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,jx=`#if defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#elif defined( USE_COLOR )
	diffuseColor.rgb *= vColor;
#endif`,Jx=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR )
	varying vec3 vColor;
#endif`,Kx=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec3 vColor;
#endif`,Qx=`#if defined( USE_COLOR_ALPHA )
	vColor = vec4( 1.0 );
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec3( 1.0 );
#endif
#ifdef USE_COLOR
	vColor *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.xyz *= instanceColor.xyz;
#endif
#ifdef USE_BATCHING_COLOR
	vec3 batchingColor = getBatchingColor( getIndirectIndex( gl_DrawID ) );
	vColor.xyz *= batchingColor.xyz;
#endif`,ty=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
vec3 inverseTransformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( vec4( dir, 0.0 ) * matrix ).xyz );
}
mat3 transposeMat3( const in mat3 m ) {
	mat3 tmp;
	tmp[ 0 ] = vec3( m[ 0 ].x, m[ 1 ].x, m[ 2 ].x );
	tmp[ 1 ] = vec3( m[ 0 ].y, m[ 1 ].y, m[ 2 ].y );
	tmp[ 2 ] = vec3( m[ 0 ].z, m[ 1 ].z, m[ 2 ].z );
	return tmp;
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,ey=`#ifdef ENVMAP_TYPE_CUBE_UV
	#define cubeUV_minMipLevel 4.0
	#define cubeUV_minTileSize 16.0
	float getFace( vec3 direction ) {
		vec3 absDirection = abs( direction );
		float face = - 1.0;
		if ( absDirection.x > absDirection.z ) {
			if ( absDirection.x > absDirection.y )
				face = direction.x > 0.0 ? 0.0 : 3.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		} else {
			if ( absDirection.z > absDirection.y )
				face = direction.z > 0.0 ? 2.0 : 5.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		}
		return face;
	}
	vec2 getUV( vec3 direction, float face ) {
		vec2 uv;
		if ( face == 0.0 ) {
			uv = vec2( direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 1.0 ) {
			uv = vec2( - direction.x, - direction.z ) / abs( direction.y );
		} else if ( face == 2.0 ) {
			uv = vec2( - direction.x, direction.y ) / abs( direction.z );
		} else if ( face == 3.0 ) {
			uv = vec2( - direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 4.0 ) {
			uv = vec2( - direction.x, direction.z ) / abs( direction.y );
		} else {
			uv = vec2( direction.x, direction.y ) / abs( direction.z );
		}
		return 0.5 * ( uv + 1.0 );
	}
	vec3 bilinearCubeUV( sampler2D envMap, vec3 direction, float mipInt ) {
		float face = getFace( direction );
		float filterInt = max( cubeUV_minMipLevel - mipInt, 0.0 );
		mipInt = max( mipInt, cubeUV_minMipLevel );
		float faceSize = exp2( mipInt );
		highp vec2 uv = getUV( direction, face ) * ( faceSize - 2.0 ) + 1.0;
		if ( face > 2.0 ) {
			uv.y += faceSize;
			face -= 3.0;
		}
		uv.x += face * faceSize;
		uv.x += filterInt * 3.0 * cubeUV_minTileSize;
		uv.y += 4.0 * ( exp2( CUBEUV_MAX_MIP ) - faceSize );
		uv.x *= CUBEUV_TEXEL_WIDTH;
		uv.y *= CUBEUV_TEXEL_HEIGHT;
		#ifdef texture2DGradEXT
			return texture2DGradEXT( envMap, uv, vec2( 0.0 ), vec2( 0.0 ) ).rgb;
		#else
			return texture2D( envMap, uv ).rgb;
		#endif
	}
	#define cubeUV_r0 1.0
	#define cubeUV_m0 - 2.0
	#define cubeUV_r1 0.8
	#define cubeUV_m1 - 1.0
	#define cubeUV_r4 0.4
	#define cubeUV_m4 2.0
	#define cubeUV_r5 0.305
	#define cubeUV_m5 3.0
	#define cubeUV_r6 0.21
	#define cubeUV_m6 4.0
	float roughnessToMip( float roughness ) {
		float mip = 0.0;
		if ( roughness >= cubeUV_r1 ) {
			mip = ( cubeUV_r0 - roughness ) * ( cubeUV_m1 - cubeUV_m0 ) / ( cubeUV_r0 - cubeUV_r1 ) + cubeUV_m0;
		} else if ( roughness >= cubeUV_r4 ) {
			mip = ( cubeUV_r1 - roughness ) * ( cubeUV_m4 - cubeUV_m1 ) / ( cubeUV_r1 - cubeUV_r4 ) + cubeUV_m1;
		} else if ( roughness >= cubeUV_r5 ) {
			mip = ( cubeUV_r4 - roughness ) * ( cubeUV_m5 - cubeUV_m4 ) / ( cubeUV_r4 - cubeUV_r5 ) + cubeUV_m4;
		} else if ( roughness >= cubeUV_r6 ) {
			mip = ( cubeUV_r5 - roughness ) * ( cubeUV_m6 - cubeUV_m5 ) / ( cubeUV_r5 - cubeUV_r6 ) + cubeUV_m5;
		} else {
			mip = - 2.0 * log2( 1.16 * roughness );		}
		return mip;
	}
	vec4 textureCubeUV( sampler2D envMap, vec3 sampleDir, float roughness ) {
		float mip = clamp( roughnessToMip( roughness ), cubeUV_m0, CUBEUV_MAX_MIP );
		float mipF = fract( mip );
		float mipInt = floor( mip );
		vec3 color0 = bilinearCubeUV( envMap, sampleDir, mipInt );
		if ( mipF == 0.0 ) {
			return vec4( color0, 1.0 );
		} else {
			vec3 color1 = bilinearCubeUV( envMap, sampleDir, mipInt + 1.0 );
			return vec4( mix( color0, color1, mipF ), 1.0 );
		}
	}
#endif`,ny=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
	#ifdef FLIP_SIDED
		transformedTangent = - transformedTangent;
	#endif
#endif`,iy=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,sy=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,ry=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,oy=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,ay="gl_FragColor = linearToOutputTexel( gl_FragColor );",ly=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,cy=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * vec3( flipEnvMap * reflectVec.x, reflectVec.yz ) );
	#else
		vec4 envColor = vec4( 0.0 );
	#endif
	#ifdef ENVMAP_BLENDING_MULTIPLY
		outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_MIX )
		outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_ADD )
		outgoingLight += envColor.xyz * specularStrength * reflectivity;
	#endif
#endif`,hy=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform float flipEnvMap;
	uniform mat3 envMapRotation;
	#ifdef ENVMAP_TYPE_CUBE
		uniform samplerCube envMap;
	#else
		uniform sampler2D envMap;
	#endif
	
#endif`,uy=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,fy=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,dy=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,py=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,my=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,gy=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,_y=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,xy=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,yy=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,vy=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,My=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,by=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif`,wy=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * worldNormal, 1.0 );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, roughness * roughness) );
			reflectVec = inverseTransformDirection( reflectVec, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * reflectVec, roughness );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_CUBE_UV
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
#endif`,Ey=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Sy=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Ty=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Ay=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Ry=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb * ( 1.0 - metalnessFactor );
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.0525 );material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = mix( min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = mix( vec3( 0.04 ), diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.0525 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.07, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Cy=`struct PhysicalMaterial {
	vec3 diffuseColor;
	float roughness;
	vec3 specularColor;
	float specularF90;
	float dispersion;
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		float v = 0.5 / ( gv + gl );
		return saturate(v);
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = material.clearcoatRoughness;
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColor;
	float f90 = material.specularF90;
	float roughness = material.roughness;
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float V = V_GGX_SmithCorrelated_Anisotropic( material.alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( material.alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transposeMat3( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float a = roughness < 0.25 ? -339.2 * r2 + 161.4 * roughness - 25.9 : -8.48 * r2 + 14.3 * roughness - 9.95;
	float b = roughness < 0.25 ? 44.0 * r2 - 23.7 * roughness + 3.26 : 1.97 * r2 - 3.27 * roughness + 0.72;
	float DG = exp( a * dotNV + b ) + ( roughness < 0.25 ? 0.0 : 0.1 * ( roughness - 0.25 ) );
	return saturate( DG * RECIPROCAL_PI );
}
vec2 DFGApprox( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	const vec4 c0 = vec4( - 1, - 0.0275, - 0.572, 0.022 );
	const vec4 c1 = vec4( 1, 0.0425, 1.04, - 0.04 );
	vec4 r = roughness * c0 + c1;
	float a004 = min( r.x * r.x, exp2( - 9.28 * dotNV ) ) * r.x + r.y;
	vec2 fab = vec2( - 1.04, 1.04 ) * a004 + r.zw;
	return fab;
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColor * t2.x + ( vec3( 1.0 ) - material.specularColor ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseColor * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
	#endif
	reflectedLight.directSpecular += irradiance * BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
	#endif
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.iridescence, material.iridescenceFresnel, material.roughness, singleScattering, multiScattering );
	#else
		computeMultiscattering( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.roughness, singleScattering, multiScattering );
	#endif
	vec3 totalScattering = singleScattering + multiScattering;
	vec3 diffuse = material.diffuseColor * ( 1.0 - max( max( totalScattering.r, totalScattering.g ), totalScattering.b ) );
	reflectedLight.indirectSpecular += radiance * singleScattering;
	reflectedLight.indirectSpecular += multiScattering * cosineWeightedIrradiance;
	reflectedLight.indirectDiffuse += diffuse * cosineWeightedIrradiance;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Py=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		material.iridescenceFresnel = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		material.iridescenceF0 = Schlick_to_F0( material.iridescenceFresnel, 1.0, dotNVi );
	}
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Iy=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD ) && defined( ENVMAP_TYPE_CUBE_UV )
		iblIrradiance += getIBLIrradiance( geometryNormal );
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		radiance += getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		radiance += getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Ly=`#if defined( RE_IndirectDiffuse )
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Dy=`#if defined( USE_LOGDEPTHBUF )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Ny=`#if defined( USE_LOGDEPTHBUF )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Uy=`#ifdef USE_LOGDEPTHBUF
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Fy=`#ifdef USE_LOGDEPTHBUF
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Oy=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,By=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,ky=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,zy=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Hy=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Vy=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Gy=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Wy=`#if defined( USE_MORPHCOLORS )
	vColor *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Xy=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Yy=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,qy=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,$y=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Zy=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,jy=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Jy=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Ky=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
	#endif
#endif`,Qy=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,tv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,ev=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,nv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,iv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,sv=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,rv=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return depth * ( near - far ) - near;
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return ( near * far ) / ( ( far - near ) * depth - far );
}`,ov=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,av=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,lv=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,cv=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,hv=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,uv=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,fv=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform sampler2D pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	float texture2DCompare( sampler2D depths, vec2 uv, float compare ) {
		return step( compare, unpackRGBAToDepth( texture2D( depths, uv ) ) );
	}
	vec2 texture2DDistribution( sampler2D shadow, vec2 uv ) {
		return unpackRGBATo2Half( texture2D( shadow, uv ) );
	}
	float VSMShadow (sampler2D shadow, vec2 uv, float compare ){
		float occlusion = 1.0;
		vec2 distribution = texture2DDistribution( shadow, uv );
		float hard_shadow = step( compare , distribution.x );
		if (hard_shadow != 1.0 ) {
			float distance = compare - distribution.x ;
			float variance = max( 0.00000, distribution.y * distribution.y );
			float softness_probability = variance / (variance + distance * distance );			softness_probability = clamp( ( softness_probability - 0.3 ) / ( 0.95 - 0.3 ), 0.0, 1.0 );			occlusion = clamp( max( hard_shadow, softness_probability ), 0.0, 1.0 );
		}
		return occlusion;
	}
	float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
		float shadow = 1.0;
		shadowCoord.xyz /= shadowCoord.w;
		shadowCoord.z += shadowBias;
		bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
		bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
		if ( frustumTest ) {
		#if defined( SHADOWMAP_TYPE_PCF )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx0 = - texelSize.x * shadowRadius;
			float dy0 = - texelSize.y * shadowRadius;
			float dx1 = + texelSize.x * shadowRadius;
			float dy1 = + texelSize.y * shadowRadius;
			float dx2 = dx0 / 2.0;
			float dy2 = dy0 / 2.0;
			float dx3 = dx1 / 2.0;
			float dy3 = dy1 / 2.0;
			shadow = (
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy1 ), shadowCoord.z )
			) * ( 1.0 / 17.0 );
		#elif defined( SHADOWMAP_TYPE_PCF_SOFT )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx = texelSize.x;
			float dy = texelSize.y;
			vec2 uv = shadowCoord.xy;
			vec2 f = fract( uv * shadowMapSize + 0.5 );
			uv -= f * texelSize;
			shadow = (
				texture2DCompare( shadowMap, uv, shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( dx, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( 0.0, dy ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + texelSize, shadowCoord.z ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, 0.0 ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 0.0 ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, dy ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( 0.0, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 0.0, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( texture2DCompare( shadowMap, uv + vec2( dx, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( dx, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( mix( texture2DCompare( shadowMap, uv + vec2( -dx, -dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, -dy ), shadowCoord.z ),
						  f.x ),
					 mix( texture2DCompare( shadowMap, uv + vec2( -dx, 2.0 * dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 2.0 * dy ), shadowCoord.z ),
						  f.x ),
					 f.y )
			) * ( 1.0 / 9.0 );
		#elif defined( SHADOWMAP_TYPE_VSM )
			shadow = VSMShadow( shadowMap, shadowCoord.xy, shadowCoord.z );
		#else
			shadow = texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z );
		#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	vec2 cubeToUV( vec3 v, float texelSizeY ) {
		vec3 absV = abs( v );
		float scaleToCube = 1.0 / max( absV.x, max( absV.y, absV.z ) );
		absV *= scaleToCube;
		v *= scaleToCube * ( 1.0 - 2.0 * texelSizeY );
		vec2 planar = v.xy;
		float almostATexel = 1.5 * texelSizeY;
		float almostOne = 1.0 - almostATexel;
		if ( absV.z >= almostOne ) {
			if ( v.z > 0.0 )
				planar.x = 4.0 - v.x;
		} else if ( absV.x >= almostOne ) {
			float signX = sign( v.x );
			planar.x = v.z * signX + 2.0 * signX;
		} else if ( absV.y >= almostOne ) {
			float signY = sign( v.y );
			planar.x = v.x + 2.0 * signY + 2.0;
			planar.y = v.z * signY - 2.0;
		}
		return vec2( 0.125, 0.25 ) * planar + vec2( 0.375, 0.75 );
	}
	float getPointShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		
		float lightToPositionLength = length( lightToPosition );
		if ( lightToPositionLength - shadowCameraFar <= 0.0 && lightToPositionLength - shadowCameraNear >= 0.0 ) {
			float dp = ( lightToPositionLength - shadowCameraNear ) / ( shadowCameraFar - shadowCameraNear );			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			vec2 texelSize = vec2( 1.0 ) / ( shadowMapSize * vec2( 4.0, 2.0 ) );
			#if defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_PCF_SOFT ) || defined( SHADOWMAP_TYPE_VSM )
				vec2 offset = vec2( - 1, 1 ) * shadowRadius * texelSize.y;
				shadow = (
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxx, texelSize.y ), dp )
				) * ( 1.0 / 9.0 );
			#else
				shadow = texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp );
			#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
#endif`,dv=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,pv=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	vec3 shadowWorldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,mv=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,gv=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,_v=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,xv=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,yv=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,vv=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Mv=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,bv=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,wv=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Ev=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = inverseTransformDirection( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseColor, material.specularColor, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Sv=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
		
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
		
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		
		#else
		
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Tv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Av=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Rv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Cv=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Pv=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Iv=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Lv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Dv=`#ifdef ENVMAP_TYPE_CUBE
	uniform samplerCube envMap;
#elif defined( ENVMAP_TYPE_CUBE_UV )
	uniform sampler2D envMap;
#endif
uniform float flipEnvMap;
uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <cube_uv_reflection_fragment>
void main() {
	#ifdef ENVMAP_TYPE_CUBE
		vec4 texColor = textureCube( envMap, backgroundRotation * vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) );
	#elif defined( ENVMAP_TYPE_CUBE_UV )
		vec4 texColor = textureCubeUV( envMap, backgroundRotation * vWorldDirection, backgroundBlurriness );
	#else
		vec4 texColor = vec4( 0.0, 0.0, 0.0, 1.0 );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Nv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Uv=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Fv=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Ov=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	float fragCoordZ = 0.5 * vHighPrecisionZW[0] / vHighPrecisionZW[1] + 0.5;
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Bv=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,kv=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main () {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = packDepthToRGBA( dist );
}`,zv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,Hv=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Vv=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Gv=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Wv=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,Xv=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Yv=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,qv=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,$v=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,Zv=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,jv=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,Jv=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <packing>
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( packNormalToRGB( normal ), diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,Kv=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Qv=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,tM=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,eM=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <cube_uv_reflection_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
		float sheenEnergyComp = 1.0 - 0.157 * max3( material.sheenColor );
		outgoingLight = outgoingLight * sheenEnergyComp + sheenSpecularDirect + sheenSpecularIndirect;
	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,nM=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,iM=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,sM=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,rM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,oM=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,aM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,lM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,cM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ae={alphahash_fragment:Ix,alphahash_pars_fragment:Lx,alphamap_fragment:Dx,alphamap_pars_fragment:Nx,alphatest_fragment:Ux,alphatest_pars_fragment:Fx,aomap_fragment:Ox,aomap_pars_fragment:Bx,batching_pars_vertex:kx,batching_vertex:zx,begin_vertex:Hx,beginnormal_vertex:Vx,bsdfs:Gx,iridescence_fragment:Wx,bumpmap_pars_fragment:Xx,clipping_planes_fragment:Yx,clipping_planes_pars_fragment:qx,clipping_planes_pars_vertex:$x,clipping_planes_vertex:Zx,color_fragment:jx,color_pars_fragment:Jx,color_pars_vertex:Kx,color_vertex:Qx,common:ty,cube_uv_reflection_fragment:ey,defaultnormal_vertex:ny,displacementmap_pars_vertex:iy,displacementmap_vertex:sy,emissivemap_fragment:ry,emissivemap_pars_fragment:oy,colorspace_fragment:ay,colorspace_pars_fragment:ly,envmap_fragment:cy,envmap_common_pars_fragment:hy,envmap_pars_fragment:uy,envmap_pars_vertex:fy,envmap_physical_pars_fragment:wy,envmap_vertex:dy,fog_vertex:py,fog_pars_vertex:my,fog_fragment:gy,fog_pars_fragment:_y,gradientmap_pars_fragment:xy,lightmap_pars_fragment:yy,lights_lambert_fragment:vy,lights_lambert_pars_fragment:My,lights_pars_begin:by,lights_toon_fragment:Ey,lights_toon_pars_fragment:Sy,lights_phong_fragment:Ty,lights_phong_pars_fragment:Ay,lights_physical_fragment:Ry,lights_physical_pars_fragment:Cy,lights_fragment_begin:Py,lights_fragment_maps:Iy,lights_fragment_end:Ly,logdepthbuf_fragment:Dy,logdepthbuf_pars_fragment:Ny,logdepthbuf_pars_vertex:Uy,logdepthbuf_vertex:Fy,map_fragment:Oy,map_pars_fragment:By,map_particle_fragment:ky,map_particle_pars_fragment:zy,metalnessmap_fragment:Hy,metalnessmap_pars_fragment:Vy,morphinstance_vertex:Gy,morphcolor_vertex:Wy,morphnormal_vertex:Xy,morphtarget_pars_vertex:Yy,morphtarget_vertex:qy,normal_fragment_begin:$y,normal_fragment_maps:Zy,normal_pars_fragment:jy,normal_pars_vertex:Jy,normal_vertex:Ky,normalmap_pars_fragment:Qy,clearcoat_normal_fragment_begin:tv,clearcoat_normal_fragment_maps:ev,clearcoat_pars_fragment:nv,iridescence_pars_fragment:iv,opaque_fragment:sv,packing:rv,premultiplied_alpha_fragment:ov,project_vertex:av,dithering_fragment:lv,dithering_pars_fragment:cv,roughnessmap_fragment:hv,roughnessmap_pars_fragment:uv,shadowmap_pars_fragment:fv,shadowmap_pars_vertex:dv,shadowmap_vertex:pv,shadowmask_pars_fragment:mv,skinbase_vertex:gv,skinning_pars_vertex:_v,skinning_vertex:xv,skinnormal_vertex:yv,specularmap_fragment:vv,specularmap_pars_fragment:Mv,tonemapping_fragment:bv,tonemapping_pars_fragment:wv,transmission_fragment:Ev,transmission_pars_fragment:Sv,uv_pars_fragment:Tv,uv_pars_vertex:Av,uv_vertex:Rv,worldpos_vertex:Cv,background_vert:Pv,background_frag:Iv,backgroundCube_vert:Lv,backgroundCube_frag:Dv,cube_vert:Nv,cube_frag:Uv,depth_vert:Fv,depth_frag:Ov,distanceRGBA_vert:Bv,distanceRGBA_frag:kv,equirect_vert:zv,equirect_frag:Hv,linedashed_vert:Vv,linedashed_frag:Gv,meshbasic_vert:Wv,meshbasic_frag:Xv,meshlambert_vert:Yv,meshlambert_frag:qv,meshmatcap_vert:$v,meshmatcap_frag:Zv,meshnormal_vert:jv,meshnormal_frag:Jv,meshphong_vert:Kv,meshphong_frag:Qv,meshphysical_vert:tM,meshphysical_frag:eM,meshtoon_vert:nM,meshtoon_frag:iM,points_vert:sM,points_frag:rM,shadow_vert:oM,shadow_frag:aM,sprite_vert:lM,sprite_frag:cM},Pt={common:{diffuse:{value:new Xt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new oe},alphaMap:{value:null},alphaMapTransform:{value:new oe},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new oe}},envmap:{envMap:{value:null},envMapRotation:{value:new oe},flipEnvMap:{value:-1},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new oe}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new oe}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new oe},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new oe},normalScale:{value:new at(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new oe},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new oe}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new oe}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new oe}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Xt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMap:{value:[]},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotShadowMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMap:{value:[]},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null}},points:{diffuse:{value:new Xt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new oe},alphaTest:{value:0},uvTransform:{value:new oe}},sprite:{diffuse:{value:new Xt(16777215)},opacity:{value:1},center:{value:new at(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new oe},alphaMap:{value:null},alphaMapTransform:{value:new oe},alphaTest:{value:0}}},Di={basic:{uniforms:In([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.fog]),vertexShader:ae.meshbasic_vert,fragmentShader:ae.meshbasic_frag},lambert:{uniforms:In([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,Pt.lights,{emissive:{value:new Xt(0)}}]),vertexShader:ae.meshlambert_vert,fragmentShader:ae.meshlambert_frag},phong:{uniforms:In([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,Pt.lights,{emissive:{value:new Xt(0)},specular:{value:new Xt(1118481)},shininess:{value:30}}]),vertexShader:ae.meshphong_vert,fragmentShader:ae.meshphong_frag},standard:{uniforms:In([Pt.common,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.roughnessmap,Pt.metalnessmap,Pt.fog,Pt.lights,{emissive:{value:new Xt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ae.meshphysical_vert,fragmentShader:ae.meshphysical_frag},toon:{uniforms:In([Pt.common,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.gradientmap,Pt.fog,Pt.lights,{emissive:{value:new Xt(0)}}]),vertexShader:ae.meshtoon_vert,fragmentShader:ae.meshtoon_frag},matcap:{uniforms:In([Pt.common,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,{matcap:{value:null}}]),vertexShader:ae.meshmatcap_vert,fragmentShader:ae.meshmatcap_frag},points:{uniforms:In([Pt.points,Pt.fog]),vertexShader:ae.points_vert,fragmentShader:ae.points_frag},dashed:{uniforms:In([Pt.common,Pt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ae.linedashed_vert,fragmentShader:ae.linedashed_frag},depth:{uniforms:In([Pt.common,Pt.displacementmap]),vertexShader:ae.depth_vert,fragmentShader:ae.depth_frag},normal:{uniforms:In([Pt.common,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,{opacity:{value:1}}]),vertexShader:ae.meshnormal_vert,fragmentShader:ae.meshnormal_frag},sprite:{uniforms:In([Pt.sprite,Pt.fog]),vertexShader:ae.sprite_vert,fragmentShader:ae.sprite_frag},background:{uniforms:{uvTransform:{value:new oe},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ae.background_vert,fragmentShader:ae.background_frag},backgroundCube:{uniforms:{envMap:{value:null},flipEnvMap:{value:-1},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new oe}},vertexShader:ae.backgroundCube_vert,fragmentShader:ae.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ae.cube_vert,fragmentShader:ae.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ae.equirect_vert,fragmentShader:ae.equirect_frag},distanceRGBA:{uniforms:In([Pt.common,Pt.displacementmap,{referencePosition:{value:new C},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ae.distanceRGBA_vert,fragmentShader:ae.distanceRGBA_frag},shadow:{uniforms:In([Pt.lights,Pt.fog,{color:{value:new Xt(0)},opacity:{value:1}}]),vertexShader:ae.shadow_vert,fragmentShader:ae.shadow_frag}};Di.physical={uniforms:In([Di.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new oe},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new oe},clearcoatNormalScale:{value:new at(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new oe},dispersion:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new oe},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new oe},sheen:{value:0},sheenColor:{value:new Xt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new oe},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new oe},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new oe},transmissionSamplerSize:{value:new at},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new oe},attenuationDistance:{value:0},attenuationColor:{value:new Xt(0)},specularColor:{value:new Xt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new oe},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new oe},anisotropyVector:{value:new at},anisotropyMap:{value:null},anisotropyMapTransform:{value:new oe}}]),vertexShader:ae.meshphysical_vert,fragmentShader:ae.meshphysical_frag};var Ja={r:0,b:0,g:0},$s=new ai,hM=new le;function uM(i,t,e,n,s,r,o){let a=new Xt(0),l=r===!0?0:1,c,h,u=null,f=0,d=null;function g(y){let v=y.isScene===!0?y.background:null;return v&&v.isTexture&&(v=(y.backgroundBlurriness>0?e:t).get(v)),v}function _(y){let v=!1,x=g(y);x===null?p(a,l):x&&x.isColor&&(p(x,1),v=!0);let R=i.xr.getEnvironmentBlendMode();R==="additive"?n.buffers.color.setClear(0,0,0,1,o):R==="alpha-blend"&&n.buffers.color.setClear(0,0,0,0,o),(i.autoClear||v)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function m(y,v){let x=g(v);x&&(x.isCubeTexture||x.mapping===Kl)?(h===void 0&&(h=new De(new li(1,1,1),new Nn({name:"BackgroundCubeMaterial",uniforms:Qr(Di.backgroundCube.uniforms),vertexShader:Di.backgroundCube.vertexShader,fragmentShader:Di.backgroundCube.fragmentShader,side:kn,depthTest:!1,depthWrite:!1,fog:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(R,T,I){this.matrixWorld.copyPosition(I.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),s.update(h)),$s.copy(v.backgroundRotation),$s.x*=-1,$s.y*=-1,$s.z*=-1,x.isCubeTexture&&x.isRenderTargetTexture===!1&&($s.y*=-1,$s.z*=-1),h.material.uniforms.envMap.value=x,h.material.uniforms.flipEnvMap.value=x.isCubeTexture&&x.isRenderTargetTexture===!1?-1:1,h.material.uniforms.backgroundBlurriness.value=v.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=v.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(hM.makeRotationFromEuler($s)),h.material.toneMapped=xe.getTransfer(x.colorSpace)!==Pe,(u!==x||f!==x.version||d!==i.toneMapping)&&(h.material.needsUpdate=!0,u=x,f=x.version,d=i.toneMapping),h.layers.enableAll(),y.unshift(h,h.geometry,h.material,0,0,null)):x&&x.isTexture&&(c===void 0&&(c=new De(new Oi(2,2),new Nn({name:"BackgroundMaterial",uniforms:Qr(Di.background.uniforms),vertexShader:Di.background.vertexShader,fragmentShader:Di.background.fragmentShader,side:Es,depthTest:!1,depthWrite:!1,fog:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),s.update(c)),c.material.uniforms.t2D.value=x,c.material.uniforms.backgroundIntensity.value=v.backgroundIntensity,c.material.toneMapped=xe.getTransfer(x.colorSpace)!==Pe,x.matrixAutoUpdate===!0&&x.updateMatrix(),c.material.uniforms.uvTransform.value.copy(x.matrix),(u!==x||f!==x.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,u=x,f=x.version,d=i.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null))}function p(y,v){y.getRGB(Ja,vm(i)),n.buffers.color.setClear(Ja.r,Ja.g,Ja.b,v,o)}return{getClearColor:function(){return a},setClearColor:function(y,v=1){a.set(y),l=v,p(a,l)},getClearAlpha:function(){return l},setClearAlpha:function(y){l=y,p(a,l)},render:_,addToRenderList:m}}function fM(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=f(null),r=s,o=!1;function a(b,P,V,O,H){let W=!1,Y=u(O,V,P);r!==Y&&(r=Y,c(r.object)),W=d(b,O,V,H),W&&g(b,O,V,H),H!==null&&t.update(H,i.ELEMENT_ARRAY_BUFFER),(W||o)&&(o=!1,x(b,P,V,O),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(H).buffer))}function l(){return i.createVertexArray()}function c(b){return i.bindVertexArray(b)}function h(b){return i.deleteVertexArray(b)}function u(b,P,V){let O=V.wireframe===!0,H=n[b.id];H===void 0&&(H={},n[b.id]=H);let W=H[P.id];W===void 0&&(W={},H[P.id]=W);let Y=W[O];return Y===void 0&&(Y=f(l()),W[O]=Y),Y}function f(b){let P=[],V=[],O=[];for(let H=0;H<e;H++)P[H]=0,V[H]=0,O[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:P,enabledAttributes:V,attributeDivisors:O,object:b,attributes:{},index:null}}function d(b,P,V,O){let H=r.attributes,W=P.attributes,Y=0,K=V.getAttributes();for(let Q in K)if(K[Q].location>=0){let ct=H[Q],gt=W[Q];if(gt===void 0&&(Q==="instanceMatrix"&&b.instanceMatrix&&(gt=b.instanceMatrix),Q==="instanceColor"&&b.instanceColor&&(gt=b.instanceColor)),ct===void 0||ct.attribute!==gt||gt&&ct.data!==gt.data)return!0;Y++}return r.attributesNum!==Y||r.index!==O}function g(b,P,V,O){let H={},W=P.attributes,Y=0,K=V.getAttributes();for(let Q in K)if(K[Q].location>=0){let ct=W[Q];ct===void 0&&(Q==="instanceMatrix"&&b.instanceMatrix&&(ct=b.instanceMatrix),Q==="instanceColor"&&b.instanceColor&&(ct=b.instanceColor));let gt={};gt.attribute=ct,ct&&ct.data&&(gt.data=ct.data),H[Q]=gt,Y++}r.attributes=H,r.attributesNum=Y,r.index=O}function _(){let b=r.newAttributes;for(let P=0,V=b.length;P<V;P++)b[P]=0}function m(b){p(b,0)}function p(b,P){let V=r.newAttributes,O=r.enabledAttributes,H=r.attributeDivisors;V[b]=1,O[b]===0&&(i.enableVertexAttribArray(b),O[b]=1),H[b]!==P&&(i.vertexAttribDivisor(b,P),H[b]=P)}function y(){let b=r.newAttributes,P=r.enabledAttributes;for(let V=0,O=P.length;V<O;V++)P[V]!==b[V]&&(i.disableVertexAttribArray(V),P[V]=0)}function v(b,P,V,O,H,W,Y){Y===!0?i.vertexAttribIPointer(b,P,V,H,W):i.vertexAttribPointer(b,P,V,O,H,W)}function x(b,P,V,O){_();let H=O.attributes,W=V.getAttributes(),Y=P.defaultAttributeValues;for(let K in W){let Q=W[K];if(Q.location>=0){let lt=H[K];if(lt===void 0&&(K==="instanceMatrix"&&b.instanceMatrix&&(lt=b.instanceMatrix),K==="instanceColor"&&b.instanceColor&&(lt=b.instanceColor)),lt!==void 0){let ct=lt.normalized,gt=lt.itemSize,wt=t.get(lt);if(wt===void 0)continue;let xt=wt.buffer,nt=wt.type,ht=wt.bytesPerElement,vt=nt===i.INT||nt===i.UNSIGNED_INT||lt.gpuType===Zu;if(lt.isInterleavedBufferAttribute){let rt=lt.data,kt=rt.stride,$t=lt.offset;if(rt.isInstancedInterleavedBuffer){for(let Ut=0;Ut<Q.locationSize;Ut++)p(Q.location+Ut,rt.meshPerAttribute);b.isInstancedMesh!==!0&&O._maxInstanceCount===void 0&&(O._maxInstanceCount=rt.meshPerAttribute*rt.count)}else for(let Ut=0;Ut<Q.locationSize;Ut++)m(Q.location+Ut);i.bindBuffer(i.ARRAY_BUFFER,xt);for(let Ut=0;Ut<Q.locationSize;Ut++)v(Q.location+Ut,gt/Q.locationSize,nt,ct,kt*ht,($t+gt/Q.locationSize*Ut)*ht,vt)}else{if(lt.isInstancedBufferAttribute){for(let rt=0;rt<Q.locationSize;rt++)p(Q.location+rt,lt.meshPerAttribute);b.isInstancedMesh!==!0&&O._maxInstanceCount===void 0&&(O._maxInstanceCount=lt.meshPerAttribute*lt.count)}else for(let rt=0;rt<Q.locationSize;rt++)m(Q.location+rt);i.bindBuffer(i.ARRAY_BUFFER,xt);for(let rt=0;rt<Q.locationSize;rt++)v(Q.location+rt,gt/Q.locationSize,nt,ct,gt*ht,gt/Q.locationSize*rt*ht,vt)}}else if(Y!==void 0){let ct=Y[K];if(ct!==void 0)switch(ct.length){case 2:i.vertexAttrib2fv(Q.location,ct);break;case 3:i.vertexAttrib3fv(Q.location,ct);break;case 4:i.vertexAttrib4fv(Q.location,ct);break;default:i.vertexAttrib1fv(Q.location,ct)}}}}y()}function R(){N();for(let b in n){let P=n[b];for(let V in P){let O=P[V];for(let H in O)h(O[H].object),delete O[H];delete P[V]}delete n[b]}}function T(b){if(n[b.id]===void 0)return;let P=n[b.id];for(let V in P){let O=P[V];for(let H in O)h(O[H].object),delete O[H];delete P[V]}delete n[b.id]}function I(b){for(let P in n){let V=n[P];if(V[b.id]===void 0)continue;let O=V[b.id];for(let H in O)h(O[H].object),delete O[H];delete V[b.id]}}function N(){S(),o=!0,r!==s&&(r=s,c(r.object))}function S(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:N,resetDefaultState:S,dispose:R,releaseStatesOfGeometry:T,releaseStatesOfProgram:I,initAttributes:_,enableAttribute:m,disableUnusedAttributes:y}}function dM(i,t,e){let n;function s(c){n=c}function r(c,h){i.drawArrays(n,c,h),e.update(h,n,1)}function o(c,h,u){u!==0&&(i.drawArraysInstanced(n,c,h,u),e.update(h,n,u))}function a(c,h,u){if(u===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,h,0,u);let d=0;for(let g=0;g<u;g++)d+=h[g];e.update(d,n,1)}function l(c,h,u,f){if(u===0)return;let d=t.get("WEBGL_multi_draw");if(d===null)for(let g=0;g<c.length;g++)o(c[g],h[g],f[g]);else{d.multiDrawArraysInstancedWEBGL(n,c,0,h,0,f,0,u);let g=0;for(let _=0;_<u;_++)g+=h[_]*f[_];e.update(g,n,1)}}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a,this.renderMultiDrawInstances=l}function pM(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let I=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(I.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(I){return!(I!==Ln&&n.convert(I)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(I){let N=I===pa&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(I!==Qi&&n.convert(I)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE)&&I!==oi&&!N)}function l(I){if(I==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";I="mediump"}return I==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(console.warn("THREE.WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.logarithmicDepthBuffer===!0,f=e.reverseDepthBuffer===!0&&t.has("EXT_clip_control"),d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),v=i.getParameter(i.MAX_VARYING_VECTORS),x=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),R=g>0,T=i.getParameter(i.MAX_SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reverseDepthBuffer:f,maxTextures:d,maxVertexTextures:g,maxTextureSize:_,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:y,maxVaryings:v,maxFragmentUniforms:x,vertexTextures:R,maxSamples:T}}function mM(i){let t=this,e=null,n=0,s=!1,r=!1,o=new $n,a=new oe,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,f){let d=u.length!==0||f||n!==0||s;return s=f,n=u.length,d},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,f){e=h(u,f,0)},this.setState=function(u,f,d){let g=u.clippingPlanes,_=u.clipIntersection,m=u.clipShadows,p=i.get(u);if(!s||g===null||g.length===0||r&&!m)r?h(null):c();else{let y=r?0:n,v=y*4,x=p.clippingState||null;l.value=x,x=h(g,f,v,d);for(let R=0;R!==v;++R)x[R]=e[R];p.clippingState=x,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,f,d,g){let _=u!==null?u.length:0,m=null;if(_!==0){if(m=l.value,g!==!0||m===null){let p=d+_*4,y=f.matrixWorldInverse;a.getNormalMatrix(y),(m===null||m.length<p)&&(m=new Float32Array(p));for(let v=0,x=d;v!==_;++v,x+=4)o.copy(u[v]).applyMatrix4(y,a),o.normal.toArray(m,x),m[x+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,m}}function gM(i){let t=new WeakMap;function e(o,a){return a===Vh?o.mapping=qr:a===Gh&&(o.mapping=$r),o}function n(o){if(o&&o.isTexture){let a=o.mapping;if(a===Vh||a===Gh)if(t.has(o)){let l=t.get(o).texture;return e(l,o.mapping)}else{let l=o.image;if(l&&l.height>0){let c=new vu(l.height);return c.fromEquirectangularTexture(i,o),t.set(o,c),o.addEventListener("dispose",s),e(c.texture,o.mapping)}else return null}}return o}function s(o){let a=o.target;a.removeEventListener("dispose",s);let l=t.get(a);l!==void 0&&(t.delete(a),l.dispose())}function r(){t=new WeakMap}return{get:n,dispose:r}}var Ts=class extends Ml{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},kr=4,vp=[.125,.215,.35,.446,.526,.582],Ks=20,Mh=new Ts,Mp=new Xt,bh=null,wh=0,Eh=0,Sh=!1,js=(1+Math.sqrt(5))/2,Ur=1/js,bp=[new C(-js,Ur,0),new C(js,Ur,0),new C(-Ur,0,js),new C(Ur,0,js),new C(0,js,-Ur),new C(0,js,Ur),new C(-1,1,-1),new C(1,1,-1),new C(-1,1,1),new C(1,1,1)],wl=class{constructor(t){this._renderer=t,this._pingPongRenderTarget=null,this._lodMax=0,this._cubeSize=0,this._lodPlanes=[],this._sizeLods=[],this._sigmas=[],this._blurMaterial=null,this._cubemapMaterial=null,this._equirectMaterial=null,this._compileMaterial(this._blurMaterial)}fromScene(t,e=0,n=.1,s=100){bh=this._renderer.getRenderTarget(),wh=this._renderer.getActiveCubeFace(),Eh=this._renderer.getActiveMipmapLevel(),Sh=this._renderer.xr.enabled,this._renderer.xr.enabled=!1,this._setSize(256);let r=this._allocateTargets();return r.depthBuffer=!0,this._sceneToCubeUV(t,n,s,r),e>0&&this._blur(r,0,0,e),this._applyPMREM(r),this._cleanup(r),r}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Sp(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Ep(),this._compileMaterial(this._equirectMaterial))}dispose(){this._dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose()}_setSize(t){this._lodMax=Math.floor(Math.log2(t)),this._cubeSize=Math.pow(2,this._lodMax)}_dispose(){this._blurMaterial!==null&&this._blurMaterial.dispose(),this._pingPongRenderTarget!==null&&this._pingPongRenderTarget.dispose();for(let t=0;t<this._lodPlanes.length;t++)this._lodPlanes[t].dispose()}_cleanup(t){this._renderer.setRenderTarget(bh,wh,Eh),this._renderer.xr.enabled=Sh,t.scissorTest=!1,Ka(t,0,0,t.width,t.height)}_fromTexture(t,e){t.mapping===qr||t.mapping===$r?this._setSize(t.image.length===0?16:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4),bh=this._renderer.getRenderTarget(),wh=this._renderer.getActiveCubeFace(),Eh=this._renderer.getActiveMipmapLevel(),Sh=this._renderer.xr.enabled,this._renderer.xr.enabled=!1;let n=e||this._allocateTargets();return this._textureToCubeUV(t,n),this._applyPMREM(n),this._cleanup(n),n}_allocateTargets(){let t=3*Math.max(this._cubeSize,112),e=4*this._cubeSize,n={magFilter:ri,minFilter:ri,generateMipmaps:!1,type:pa,format:Ln,colorSpace:ao,depthBuffer:!1},s=wp(t,e,n);if(this._pingPongRenderTarget===null||this._pingPongRenderTarget.width!==t||this._pingPongRenderTarget.height!==e){this._pingPongRenderTarget!==null&&this._dispose(),this._pingPongRenderTarget=wp(t,e,n);let{_lodMax:r}=this;({sizeLods:this._sizeLods,lodPlanes:this._lodPlanes,sigmas:this._sigmas}=_M(r)),this._blurMaterial=xM(r,t,e)}return s}_compileMaterial(t){let e=new De(this._lodPlanes[0],t);this._renderer.compile(e,Mh)}_sceneToCubeUV(t,e,n,s){let a=new vn(90,1,e,n),l=[1,-1,1,1,1,1],c=[1,1,1,-1,-1,-1],h=this._renderer,u=h.autoClear,f=h.toneMapping;h.getClearColor(Mp),h.toneMapping=ws,h.autoClear=!1;let d=new vi({name:"PMREM.Background",side:kn,depthWrite:!1,depthTest:!1}),g=new De(new li,d),_=!1,m=t.background;m?m.isColor&&(d.color.copy(m),t.background=null,_=!0):(d.color.copy(Mp),_=!0);for(let p=0;p<6;p++){let y=p%3;y===0?(a.up.set(0,l[p],0),a.lookAt(c[p],0,0)):y===1?(a.up.set(0,0,l[p]),a.lookAt(0,c[p],0)):(a.up.set(0,l[p],0),a.lookAt(0,0,c[p]));let v=this._cubeSize;Ka(s,y*v,p>2?v:0,v,v),h.setRenderTarget(s),_&&h.render(g,a),h.render(t,a)}g.geometry.dispose(),g.material.dispose(),h.toneMapping=f,h.autoClear=u,t.background=m}_textureToCubeUV(t,e){let n=this._renderer,s=t.mapping===qr||t.mapping===$r;s?(this._cubemapMaterial===null&&(this._cubemapMaterial=Sp()),this._cubemapMaterial.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):this._equirectMaterial===null&&(this._equirectMaterial=Ep());let r=s?this._cubemapMaterial:this._equirectMaterial,o=new De(this._lodPlanes[0],r),a=r.uniforms;a.envMap.value=t;let l=this._cubeSize;Ka(e,0,0,3*l,2*l),n.setRenderTarget(e),n.render(o,Mh)}_applyPMREM(t){let e=this._renderer,n=e.autoClear;e.autoClear=!1;let s=this._lodPlanes.length;for(let r=1;r<s;r++){let o=Math.sqrt(this._sigmas[r]*this._sigmas[r]-this._sigmas[r-1]*this._sigmas[r-1]),a=bp[(s-r-1)%bp.length];this._blur(t,r-1,r,o,a)}e.autoClear=n}_blur(t,e,n,s,r){let o=this._pingPongRenderTarget;this._halfBlur(t,o,e,n,s,"latitudinal",r),this._halfBlur(o,t,n,n,s,"longitudinal",r)}_halfBlur(t,e,n,s,r,o,a){let l=this._renderer,c=this._blurMaterial;o!=="latitudinal"&&o!=="longitudinal"&&console.error("blur direction must be either latitudinal or longitudinal!");let h=3,u=new De(this._lodPlanes[s],c),f=c.uniforms,d=this._sizeLods[n]-1,g=isFinite(r)?Math.PI/(2*d):2*Math.PI/(2*Ks-1),_=r/g,m=isFinite(r)?1+Math.floor(h*_):Ks;m>Ks&&console.warn(`sigmaRadians, ${r}, is too large and will clip, as it requested ${m} samples when the maximum is set to ${Ks}`);let p=[],y=0;for(let I=0;I<Ks;++I){let N=I/_,S=Math.exp(-N*N/2);p.push(S),I===0?y+=S:I<m&&(y+=2*S)}for(let I=0;I<p.length;I++)p[I]=p[I]/y;f.envMap.value=t.texture,f.samples.value=m,f.weights.value=p,f.latitudinal.value=o==="latitudinal",a&&(f.poleAxis.value=a);let{_lodMax:v}=this;f.dTheta.value=g,f.mipInt.value=v-n;let x=this._sizeLods[s],R=3*x*(s>v-kr?s-v+kr:0),T=4*(this._cubeSize-x);Ka(e,R,T,3*x,2*x),l.setRenderTarget(e),l.render(u,Mh)}};function _M(i){let t=[],e=[],n=[],s=i,r=i-kr+1+vp.length;for(let o=0;o<r;o++){let a=Math.pow(2,s);e.push(a);let l=1/a;o>i-kr?l=vp[o-i+kr-1]:o===0&&(l=0),n.push(l);let c=1/(a-2),h=-c,u=1+c,f=[h,h,u,h,u,u,h,h,u,u,h,u],d=6,g=6,_=3,m=2,p=1,y=new Float32Array(_*g*d),v=new Float32Array(m*g*d),x=new Float32Array(p*g*d);for(let T=0;T<d;T++){let I=T%3*2/3-1,N=T>2?0:-1,S=[I,N,0,I+2/3,N,0,I+2/3,N+1,0,I,N,0,I+2/3,N+1,0,I,N+1,0];y.set(S,_*g*T),v.set(f,m*g*T);let b=[T,T,T,T,T,T];x.set(b,p*g*T)}let R=new we;R.setAttribute("position",new he(y,_)),R.setAttribute("uv",new he(v,m)),R.setAttribute("faceIndex",new he(x,p)),t.push(R),s>kr&&s--}return{lodPlanes:t,sizeLods:e,sigmas:n}}function wp(i,t,e){let n=new es(i,t,e);return n.texture.mapping=Kl,n.texture.name="PMREM.cubeUv",n.scissorTest=!0,n}function Ka(i,t,e,n,s){i.viewport.set(t,e,n,s),i.scissor.set(t,e,n,s)}function xM(i,t,e){let n=new Float32Array(Ks),s=new C(0,1,0);return new Nn({name:"SphericalGaussianBlur",defines:{n:Ks,CUBEUV_TEXEL_WIDTH:1/t,CUBEUV_TEXEL_HEIGHT:1/e,CUBEUV_MAX_MIP:`${i}.0`},uniforms:{envMap:{value:null},samples:{value:1},weights:{value:n},latitudinal:{value:!1},dTheta:{value:0},mipInt:{value:0},poleAxis:{value:s}},vertexShader:sf(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;
			uniform int samples;
			uniform float weights[ n ];
			uniform bool latitudinal;
			uniform float dTheta;
			uniform float mipInt;
			uniform vec3 poleAxis;

			#define ENVMAP_TYPE_CUBE_UV
			#include <cube_uv_reflection_fragment>

			vec3 getSample( float theta, vec3 axis ) {

				float cosTheta = cos( theta );
				// Rodrigues' axis-angle rotation
				vec3 sampleDirection = vOutputDirection * cosTheta
					+ cross( axis, vOutputDirection ) * sin( theta )
					+ axis * dot( axis, vOutputDirection ) * ( 1.0 - cosTheta );

				return bilinearCubeUV( envMap, sampleDirection, mipInt );

			}

			void main() {

				vec3 axis = latitudinal ? poleAxis : cross( poleAxis, vOutputDirection );

				if ( all( equal( axis, vec3( 0.0 ) ) ) ) {

					axis = vec3( vOutputDirection.z, 0.0, - vOutputDirection.x );

				}

				axis = normalize( axis );

				gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 );
				gl_FragColor.rgb += weights[ 0 ] * getSample( 0.0, axis );

				for ( int i = 1; i < n; i++ ) {

					if ( i >= samples ) {

						break;

					}

					float theta = dTheta * float( i );
					gl_FragColor.rgb += weights[ i ] * getSample( -1.0 * theta, axis );
					gl_FragColor.rgb += weights[ i ] * getSample( theta, axis );

				}

			}
		`,blending:bs,depthTest:!1,depthWrite:!1})}function Ep(){return new Nn({name:"EquirectangularToCubeUV",uniforms:{envMap:{value:null}},vertexShader:sf(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;

			#include <common>

			void main() {

				vec3 outputDirection = normalize( vOutputDirection );
				vec2 uv = equirectUv( outputDirection );

				gl_FragColor = vec4( texture2D ( envMap, uv ).rgb, 1.0 );

			}
		`,blending:bs,depthTest:!1,depthWrite:!1})}function Sp(){return new Nn({name:"CubemapToCubeUV",uniforms:{envMap:{value:null},flipEnvMap:{value:-1}},vertexShader:sf(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			uniform float flipEnvMap;

			varying vec3 vOutputDirection;

			uniform samplerCube envMap;

			void main() {

				gl_FragColor = textureCube( envMap, vec3( flipEnvMap * vOutputDirection.x, vOutputDirection.yz ) );

			}
		`,blending:bs,depthTest:!1,depthWrite:!1})}function sf(){return`

		precision mediump float;
		precision mediump int;

		attribute float faceIndex;

		varying vec3 vOutputDirection;

		// RH coordinate system; PMREM face-indexing convention
		vec3 getDirection( vec2 uv, float face ) {

			uv = 2.0 * uv - 1.0;

			vec3 direction = vec3( uv, 1.0 );

			if ( face == 0.0 ) {

				direction = direction.zyx; // ( 1, v, u ) pos x

			} else if ( face == 1.0 ) {

				direction = direction.xzy;
				direction.xz *= -1.0; // ( -u, 1, -v ) pos y

			} else if ( face == 2.0 ) {

				direction.x *= -1.0; // ( -u, v, 1 ) pos z

			} else if ( face == 3.0 ) {

				direction = direction.zyx;
				direction.xz *= -1.0; // ( -1, v, -u ) neg x

			} else if ( face == 4.0 ) {

				direction = direction.xzy;
				direction.xy *= -1.0; // ( -u, -1, v ) neg y

			} else if ( face == 5.0 ) {

				direction.z *= -1.0; // ( u, v, -1 ) neg z

			}

			return direction;

		}

		void main() {

			vOutputDirection = getDirection( uv, faceIndex );
			gl_Position = vec4( position, 1.0 );

		}
	`}function yM(i){let t=new WeakMap,e=null;function n(a){if(a&&a.isTexture){let l=a.mapping,c=l===Vh||l===Gh,h=l===qr||l===$r;if(c||h){let u=t.get(a),f=u!==void 0?u.texture.pmremVersion:0;if(a.isRenderTargetTexture&&a.pmremVersion!==f)return e===null&&(e=new wl(i)),u=c?e.fromEquirectangular(a,u):e.fromCubemap(a,u),u.texture.pmremVersion=a.pmremVersion,t.set(a,u),u.texture;if(u!==void 0)return u.texture;{let d=a.image;return c&&d&&d.height>0||h&&d&&s(d)?(e===null&&(e=new wl(i)),u=c?e.fromEquirectangular(a):e.fromCubemap(a),u.texture.pmremVersion=a.pmremVersion,t.set(a,u),a.addEventListener("dispose",r),u.texture):null}}}return a}function s(a){let l=0,c=6;for(let h=0;h<c;h++)a[h]!==void 0&&l++;return l===c}function r(a){let l=a.target;l.removeEventListener("dispose",r);let c=t.get(l);c!==void 0&&(t.delete(l),c.dispose())}function o(){t=new WeakMap,e!==null&&(e.dispose(),e=null)}return{get:n,dispose:o}}function vM(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s;switch(n){case"WEBGL_depth_texture":s=i.getExtension("WEBGL_depth_texture")||i.getExtension("MOZ_WEBGL_depth_texture")||i.getExtension("WEBKIT_WEBGL_depth_texture");break;case"EXT_texture_filter_anisotropic":s=i.getExtension("EXT_texture_filter_anisotropic")||i.getExtension("MOZ_EXT_texture_filter_anisotropic")||i.getExtension("WEBKIT_EXT_texture_filter_anisotropic");break;case"WEBGL_compressed_texture_s3tc":s=i.getExtension("WEBGL_compressed_texture_s3tc")||i.getExtension("MOZ_WEBGL_compressed_texture_s3tc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_s3tc");break;case"WEBGL_compressed_texture_pvrtc":s=i.getExtension("WEBGL_compressed_texture_pvrtc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_pvrtc");break;default:s=i.getExtension(n)}return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&zo("THREE.WebGLRenderer: "+n+" extension not supported."),s}}}function MM(i,t,e,n){let s={},r=new WeakMap;function o(u){let f=u.target;f.index!==null&&t.remove(f.index);for(let g in f.attributes)t.remove(f.attributes[g]);for(let g in f.morphAttributes){let _=f.morphAttributes[g];for(let m=0,p=_.length;m<p;m++)t.remove(_[m])}f.removeEventListener("dispose",o),delete s[f.id];let d=r.get(f);d&&(t.remove(d),r.delete(f)),n.releaseStatesOfGeometry(f),f.isInstancedBufferGeometry===!0&&delete f._maxInstanceCount,e.memory.geometries--}function a(u,f){return s[f.id]===!0||(f.addEventListener("dispose",o),s[f.id]=!0,e.memory.geometries++),f}function l(u){let f=u.attributes;for(let g in f)t.update(f[g],i.ARRAY_BUFFER);let d=u.morphAttributes;for(let g in d){let _=d[g];for(let m=0,p=_.length;m<p;m++)t.update(_[m],i.ARRAY_BUFFER)}}function c(u){let f=[],d=u.index,g=u.attributes.position,_=0;if(d!==null){let y=d.array;_=d.version;for(let v=0,x=y.length;v<x;v+=3){let R=y[v+0],T=y[v+1],I=y[v+2];f.push(R,T,T,I,I,R)}}else if(g!==void 0){let y=g.array;_=g.version;for(let v=0,x=y.length/3-1;v<x;v+=3){let R=v+0,T=v+1,I=v+2;f.push(R,T,T,I,I,R)}}else return;let m=new(xm(f)?vl:yl)(f,1);m.version=_;let p=r.get(u);p&&t.remove(p),r.set(u,m)}function h(u){let f=r.get(u);if(f){let d=u.index;d!==null&&f.version<d.version&&c(u)}else c(u);return r.get(u)}return{get:a,update:l,getWireframeAttribute:h}}function bM(i,t,e){let n;function s(f){n=f}let r,o;function a(f){r=f.type,o=f.bytesPerElement}function l(f,d){i.drawElements(n,d,r,f*o),e.update(d,n,1)}function c(f,d,g){g!==0&&(i.drawElementsInstanced(n,d,r,f*o,g),e.update(d,n,g))}function h(f,d,g){if(g===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,f,0,g);let m=0;for(let p=0;p<g;p++)m+=d[p];e.update(m,n,1)}function u(f,d,g,_){if(g===0)return;let m=t.get("WEBGL_multi_draw");if(m===null)for(let p=0;p<f.length;p++)c(f[p]/o,d[p],_[p]);else{m.multiDrawElementsInstancedWEBGL(n,d,0,r,f,0,_,0,g);let p=0;for(let y=0;y<g;y++)p+=d[y]*_[y];e.update(p,n,1)}}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h,this.renderMultiDrawInstances=u}function wM(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:console.error("THREE.WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function EM(i,t,e){let n=new WeakMap,s=new $e;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,f=n.get(a);if(f===void 0||f.count!==u){let S=function(){I.dispose(),n.delete(a),a.removeEventListener("dispose",S)};f!==void 0&&f.texture.dispose();let d=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],v=0;d===!0&&(v=1),g===!0&&(v=2),_===!0&&(v=3);let x=a.attributes.position.count*v,R=1;x>t.maxTextureSize&&(R=Math.ceil(x/t.maxTextureSize),x=t.maxTextureSize);let T=new Float32Array(x*R*4*u),I=new xl(T,x,R,u);I.type=oi,I.needsUpdate=!0;let N=v*4;for(let b=0;b<u;b++){let P=m[b],V=p[b],O=y[b],H=x*R*4*b;for(let W=0;W<P.count;W++){let Y=W*N;d===!0&&(s.fromBufferAttribute(P,W),T[H+Y+0]=s.x,T[H+Y+1]=s.y,T[H+Y+2]=s.z,T[H+Y+3]=0),g===!0&&(s.fromBufferAttribute(V,W),T[H+Y+4]=s.x,T[H+Y+5]=s.y,T[H+Y+6]=s.z,T[H+Y+7]=0),_===!0&&(s.fromBufferAttribute(O,W),T[H+Y+8]=s.x,T[H+Y+9]=s.y,T[H+Y+10]=s.z,T[H+Y+11]=O.itemSize===4?s.w:1)}}f={count:u,texture:I,size:new at(x,R)},n.set(a,f),a.addEventListener("dispose",S)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let _=0;_<c.length;_++)d+=c[_];let g=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",f.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",f.size)}return{update:r}}function SM(i,t,e,n){let s=new WeakMap;function r(l){let c=n.render.frame,h=l.geometry,u=t.get(l,h);if(s.get(u)!==c&&(t.update(u),s.set(u,c)),l.isInstancedMesh&&(l.hasEventListener("dispose",a)===!1&&l.addEventListener("dispose",a),s.get(l)!==c&&(e.update(l.instanceMatrix,i.ARRAY_BUFFER),l.instanceColor!==null&&e.update(l.instanceColor,i.ARRAY_BUFFER),s.set(l,c))),l.isSkinnedMesh){let f=l.skeleton;s.get(f)!==c&&(f.update(),s.set(f,c))}return u}function o(){s=new WeakMap}function a(l){let c=l.target;c.removeEventListener("dispose",a),e.remove(c.instanceMatrix),c.instanceColor!==null&&e.remove(c.instanceColor)}return{update:r,dispose:o}}var El=class extends zn{constructor(t,e,n,s,r,o,a,l,c,h=Vr){if(h!==Vr&&h!==jr)throw new Error("DepthTexture format must be either THREE.DepthFormat or THREE.DepthStencilFormat");n===void 0&&h===Vr&&(n=Qs),n===void 0&&h===jr&&(n=Zr),super(null,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.image={width:t,height:e},this.magFilter=a!==void 0?a:Dn,this.minFilter=l!==void 0?l:Dn,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return this.compareFunction!==null&&(e.compareFunction=this.compareFunction),e}},bm=new zn,Tp=new El(1,1),wm=new xl,Em=new xu,Sm=new bl,Ap=[],Rp=[],Cp=new Float32Array(16),Pp=new Float32Array(9),Ip=new Float32Array(4);function co(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=Ap[s];if(r===void 0&&(r=new Float32Array(s),Ap[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function en(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function nn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function ec(i,t){let e=Rp[t];e===void 0&&(e=new Int32Array(t),Rp[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function TM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function AM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(en(e,t))return;i.uniform2fv(this.addr,t),nn(e,t)}}function RM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(en(e,t))return;i.uniform3fv(this.addr,t),nn(e,t)}}function CM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(en(e,t))return;i.uniform4fv(this.addr,t),nn(e,t)}}function PM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(en(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),nn(e,t)}else{if(en(e,n))return;Ip.set(n),i.uniformMatrix2fv(this.addr,!1,Ip),nn(e,n)}}function IM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(en(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),nn(e,t)}else{if(en(e,n))return;Pp.set(n),i.uniformMatrix3fv(this.addr,!1,Pp),nn(e,n)}}function LM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(en(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),nn(e,t)}else{if(en(e,n))return;Cp.set(n),i.uniformMatrix4fv(this.addr,!1,Cp),nn(e,n)}}function DM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function NM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(en(e,t))return;i.uniform2iv(this.addr,t),nn(e,t)}}function UM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(en(e,t))return;i.uniform3iv(this.addr,t),nn(e,t)}}function FM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(en(e,t))return;i.uniform4iv(this.addr,t),nn(e,t)}}function OM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function BM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(en(e,t))return;i.uniform2uiv(this.addr,t),nn(e,t)}}function kM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(en(e,t))return;i.uniform3uiv(this.addr,t),nn(e,t)}}function zM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(en(e,t))return;i.uniform4uiv(this.addr,t),nn(e,t)}}function HM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?(Tp.compareFunction=_m,r=Tp):r=bm,e.setTexture2D(t||r,s)}function VM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Em,s)}function GM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTextureCube(t||Sm,s)}function WM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||wm,s)}function XM(i){switch(i){case 5126:return TM;case 35664:return AM;case 35665:return RM;case 35666:return CM;case 35674:return PM;case 35675:return IM;case 35676:return LM;case 5124:case 35670:return DM;case 35667:case 35671:return NM;case 35668:case 35672:return UM;case 35669:case 35673:return FM;case 5125:return OM;case 36294:return BM;case 36295:return kM;case 36296:return zM;case 35678:case 36198:case 36298:case 36306:case 35682:return HM;case 35679:case 36299:case 36307:return VM;case 35680:case 36300:case 36308:case 36293:return GM;case 36289:case 36303:case 36311:case 36292:return WM}}function YM(i,t){i.uniform1fv(this.addr,t)}function qM(i,t){let e=co(t,this.size,2);i.uniform2fv(this.addr,e)}function $M(i,t){let e=co(t,this.size,3);i.uniform3fv(this.addr,e)}function ZM(i,t){let e=co(t,this.size,4);i.uniform4fv(this.addr,e)}function jM(i,t){let e=co(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function JM(i,t){let e=co(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function KM(i,t){let e=co(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function QM(i,t){i.uniform1iv(this.addr,t)}function tb(i,t){i.uniform2iv(this.addr,t)}function eb(i,t){i.uniform3iv(this.addr,t)}function nb(i,t){i.uniform4iv(this.addr,t)}function ib(i,t){i.uniform1uiv(this.addr,t)}function sb(i,t){i.uniform2uiv(this.addr,t)}function rb(i,t){i.uniform3uiv(this.addr,t)}function ob(i,t){i.uniform4uiv(this.addr,t)}function ab(i,t,e){let n=this.cache,s=t.length,r=ec(e,s);en(n,r)||(i.uniform1iv(this.addr,r),nn(n,r));for(let o=0;o!==s;++o)e.setTexture2D(t[o]||bm,r[o])}function lb(i,t,e){let n=this.cache,s=t.length,r=ec(e,s);en(n,r)||(i.uniform1iv(this.addr,r),nn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Em,r[o])}function cb(i,t,e){let n=this.cache,s=t.length,r=ec(e,s);en(n,r)||(i.uniform1iv(this.addr,r),nn(n,r));for(let o=0;o!==s;++o)e.setTextureCube(t[o]||Sm,r[o])}function hb(i,t,e){let n=this.cache,s=t.length,r=ec(e,s);en(n,r)||(i.uniform1iv(this.addr,r),nn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||wm,r[o])}function ub(i){switch(i){case 5126:return YM;case 35664:return qM;case 35665:return $M;case 35666:return ZM;case 35674:return jM;case 35675:return JM;case 35676:return KM;case 5124:case 35670:return QM;case 35667:case 35671:return tb;case 35668:case 35672:return eb;case 35669:case 35673:return nb;case 5125:return ib;case 36294:return sb;case 36295:return rb;case 36296:return ob;case 35678:case 36198:case 36298:case 36306:case 35682:return ab;case 35679:case 36299:case 36307:return lb;case 35680:case 36300:case 36308:case 36293:return cb;case 36289:case 36303:case 36311:case 36292:return hb}}var Mu=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=XM(e.type)}},bu=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=ub(e.type)}},wu=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},Th=/(\w+)(\])?(\[|\.)?/g;function Lp(i,t){i.seq.push(t),i.map[t.id]=t}function fb(i,t,e){let n=i.name,s=n.length;for(Th.lastIndex=0;;){let r=Th.exec(n),o=Th.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Lp(e,c===void 0?new Mu(a,i,t):new bu(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new wu(a),Lp(e,u)),e=u}}}var Xr=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let s=0;s<n;++s){let r=t.getActiveUniform(e,s),o=t.getUniformLocation(e,r.name);fb(r,o,this)}}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function Dp(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var db=37297,pb=0;function mb(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var Np=new oe;function gb(i){xe._getMatrix(Np,xe.workingColorSpace,i);let t=`mat3( ${Np.elements.map(e=>e.toFixed(4))} )`;switch(xe.getTransfer(i)){case tc:return[t,"LinearTransferOETF"];case Pe:return[t,"sRGBTransferOETF"];default:return console.warn("THREE.WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function Up(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),s=i.getShaderInfoLog(t).trim();if(n&&s==="")return"";let r=/ERROR: 0:(\d+)/.exec(s);if(r){let o=parseInt(r[1]);return e.toUpperCase()+`

`+s+`

`+mb(i.getShaderSource(t),o)}else return s}function _b(i,t){let e=gb(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( value.rgb * ${e[0]}, value.a ) );`,"}"].join(`
`)}function xb(i,t){let e;switch(t){case R_:e="Linear";break;case C_:e="Reinhard";break;case P_:e="Cineon";break;case I_:e="ACESFilmic";break;case D_:e="AgX";break;case N_:e="Neutral";break;case L_:e="Custom";break;default:console.warn("THREE.WebGLProgram: Unsupported toneMapping:",t),e="Linear"}return"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Qa=new C;function yb(){xe.getLuminanceCoefficients(Qa);let i=Qa.x.toFixed(4),t=Qa.y.toFixed(4),e=Qa.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function vb(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Ho).join(`
`)}function Mb(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function bb(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Ho(i){return i!==""}function Fp(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows)}function Op(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var wb=/^[ \t]*#include +<([\w\d./]+)>/gm;function Eu(i){return i.replace(wb,Sb)}var Eb=new Map;function Sb(i,t){let e=ae[t];if(e===void 0){let n=Eb.get(t);if(n!==void 0)e=ae[n],console.warn('THREE.WebGLRenderer: Shader chunk "%s" has been deprecated. Use "%s" instead.',t,n);else throw new Error("Can not resolve #include <"+t+">")}return Eu(e)}var Tb=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Bp(i){return i.replace(Tb,Ab)}function Ab(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function kp(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}function Rb(i){let t="SHADOWMAP_TYPE_BASIC";return i.shadowMapType===om?t="SHADOWMAP_TYPE_PCF":i.shadowMapType===qu?t="SHADOWMAP_TYPE_PCF_SOFT":i.shadowMapType===$i&&(t="SHADOWMAP_TYPE_VSM"),t}function Cb(i){let t="ENVMAP_TYPE_CUBE";if(i.envMap)switch(i.envMapMode){case qr:case $r:t="ENVMAP_TYPE_CUBE";break;case Kl:t="ENVMAP_TYPE_CUBE_UV";break}return t}function Pb(i){let t="ENVMAP_MODE_REFLECTION";return i.envMap&&i.envMapMode===$r&&(t="ENVMAP_MODE_REFRACTION"),t}function Ib(i){let t="ENVMAP_BLENDING_NONE";if(i.envMap)switch(i.combine){case Jl:t="ENVMAP_BLENDING_MULTIPLY";break;case T_:t="ENVMAP_BLENDING_MIX";break;case A_:t="ENVMAP_BLENDING_ADD";break}return t}function Lb(i){let t=i.envMapCubeUVHeight;if(t===null)return null;let e=Math.log2(t)-2,n=1/t;return{texelWidth:1/(3*Math.max(Math.pow(2,e),112)),texelHeight:n,maxMip:e}}function Db(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=Rb(e),c=Cb(e),h=Pb(e),u=Ib(e),f=Lb(e),d=vb(e),g=Mb(r),_=s.createProgram(),m,p,y=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(Ho).join(`
`),m.length>0&&(m+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(Ho).join(`
`),p.length>0&&(p+=`
`)):(m=[kp(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reverseDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Ho).join(`
`),p=[kp(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",f?"#define CUBEUV_TEXEL_WIDTH "+f.texelWidth:"",f?"#define CUBEUV_TEXEL_HEIGHT "+f.texelHeight:"",f?"#define CUBEUV_MAX_MIP "+f.maxMip+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor||e.batchingColor?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGDEPTHBUF":"",e.reverseDepthBuffer?"#define USE_REVERSEDEPTHBUF":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==ws?"#define TONE_MAPPING":"",e.toneMapping!==ws?ae.tonemapping_pars_fragment:"",e.toneMapping!==ws?xb("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ae.colorspace_pars_fragment,_b("linearToOutputTexel",e.outputColorSpace),yb(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Ho).join(`
`)),o=Eu(o),o=Fp(o,e),o=Op(o,e),a=Eu(a),a=Fp(a,e),a=Op(a,e),o=Bp(o),a=Bp(a),e.isRawShaderMaterial!==!0&&(y=`#version 300 es
`,m=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+m,p=["#define varying in",e.glslVersion===Kd?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Kd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let v=y+m+o,x=y+p+a,R=Dp(s,s.VERTEX_SHADER,v),T=Dp(s,s.FRAGMENT_SHADER,x);s.attachShader(_,R),s.attachShader(_,T),e.index0AttributeName!==void 0?s.bindAttribLocation(_,0,e.index0AttributeName):e.morphTargets===!0&&s.bindAttribLocation(_,0,"position"),s.linkProgram(_);function I(P){if(i.debug.checkShaderErrors){let V=s.getProgramInfoLog(_).trim(),O=s.getShaderInfoLog(R).trim(),H=s.getShaderInfoLog(T).trim(),W=!0,Y=!0;if(s.getProgramParameter(_,s.LINK_STATUS)===!1)if(W=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,_,R,T);else{let K=Up(s,R,"vertex"),Q=Up(s,T,"fragment");console.error("THREE.WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(_,s.VALIDATE_STATUS)+`

Material Name: `+P.name+`
Material Type: `+P.type+`

Program Info Log: `+V+`
`+K+`
`+Q)}else V!==""?console.warn("THREE.WebGLProgram: Program Info Log:",V):(O===""||H==="")&&(Y=!1);Y&&(P.diagnostics={runnable:W,programLog:V,vertexShader:{log:O,prefix:m},fragmentShader:{log:H,prefix:p}})}s.deleteShader(R),s.deleteShader(T),N=new Xr(s,_),S=bb(s,_)}let N;this.getUniforms=function(){return N===void 0&&I(this),N};let S;this.getAttributes=function(){return S===void 0&&I(this),S};let b=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return b===!1&&(b=s.getProgramParameter(_,db)),b},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(_),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=pb++,this.cacheKey=t,this.usedTimes=1,this.program=_,this.vertexShader=R,this.fragmentShader=T,this}var Nb=0,Su=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t){let e=t.vertexShader,n=t.fragmentShader,s=this._getShaderStage(e),r=this._getShaderStage(n),o=this._getShaderCacheForMaterial(t);return o.has(s)===!1&&(o.add(s),s.usedTimes++),o.has(r)===!1&&(o.add(r),r.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderID(t){return this._getShaderStage(t.vertexShader).id}getFragmentShaderID(t){return this._getShaderStage(t.fragmentShader).id}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new Tu(t),e.set(t,n)),n}},Tu=class{constructor(t){this.id=Nb++,this.code=t,this.usedTimes=0}};function Ub(i,t,e,n,s,r,o){let a=new Qo,l=new Su,c=new Set,h=[],u=s.logarithmicDepthBuffer,f=s.vertexTextures,d=s.precision,g={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distanceRGBA",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function _(S){return c.add(S),S===0?"uv":`uv${S}`}function m(S,b,P,V,O){let H=V.fog,W=O.geometry,Y=S.isMeshStandardMaterial?V.environment:null,K=(S.isMeshStandardMaterial?e:t).get(S.envMap||Y),Q=K&&K.mapping===Kl?K.image.height:null,lt=g[S.type];S.precision!==null&&(d=s.getMaxPrecision(S.precision),d!==S.precision&&console.warn("THREE.WebGLProgram.getParameters:",S.precision,"not supported, using",d,"instead."));let ct=W.morphAttributes.position||W.morphAttributes.normal||W.morphAttributes.color,gt=ct!==void 0?ct.length:0,wt=0;W.morphAttributes.position!==void 0&&(wt=1),W.morphAttributes.normal!==void 0&&(wt=2),W.morphAttributes.color!==void 0&&(wt=3);let xt,nt,ht,vt;if(lt){let Me=Di[lt];xt=Me.vertexShader,nt=Me.fragmentShader}else xt=S.vertexShader,nt=S.fragmentShader,l.update(S),ht=l.getVertexShaderID(S),vt=l.getFragmentShaderID(S);let rt=i.getRenderTarget(),kt=i.state.buffers.depth.getReversed(),$t=O.isInstancedMesh===!0,Ut=O.isBatchedMesh===!0,ie=!!S.map,st=!!S.matcap,ut=!!K,F=!!S.aoMap,zt=!!S.lightMap,ft=!!S.bumpMap,Ft=!!S.normalMap,Mt=!!S.displacementMap,jt=!!S.emissiveMap,bt=!!S.metalnessMap,L=!!S.roughnessMap,E=S.anisotropy>0,q=S.clearcoat>0,J=S.dispersion>0,X=S.iridescence>0,tt=S.sheen>0,St=S.transmission>0,Et=E&&!!S.anisotropyMap,It=q&&!!S.clearcoatMap,te=q&&!!S.clearcoatNormalMap,pt=q&&!!S.clearcoatRoughnessMap,Tt=X&&!!S.iridescenceMap,Gt=X&&!!S.iridescenceThicknessMap,Yt=tt&&!!S.sheenColorMap,Ct=tt&&!!S.sheenRoughnessMap,ce=!!S.specularMap,ee=!!S.specularColorMap,ge=!!S.specularIntensityMap,z=St&&!!S.transmissionMap,At=St&&!!S.thicknessMap,et=!!S.gradientMap,ot=!!S.alphaMap,Lt=S.alphaTest>0,Dt=!!S.alphaHash,re=!!S.extensions,He=ws;S.toneMapped&&(rt===null||rt.isXRRenderTarget===!0)&&(He=i.toneMapping);let an={shaderID:lt,shaderType:S.type,shaderName:S.name,vertexShader:xt,fragmentShader:nt,defines:S.defines,customVertexShaderID:ht,customFragmentShaderID:vt,isRawShaderMaterial:S.isRawShaderMaterial===!0,glslVersion:S.glslVersion,precision:d,batching:Ut,batchingColor:Ut&&O._colorsTexture!==null,instancing:$t,instancingColor:$t&&O.instanceColor!==null,instancingMorph:$t&&O.morphTexture!==null,supportsVertexTextures:f,outputColorSpace:rt===null?i.outputColorSpace:rt.isXRRenderTarget===!0?rt.texture.colorSpace:ao,alphaToCoverage:!!S.alphaToCoverage,map:ie,matcap:st,envMap:ut,envMapMode:ut&&K.mapping,envMapCubeUVHeight:Q,aoMap:F,lightMap:zt,bumpMap:ft,normalMap:Ft,displacementMap:f&&Mt,emissiveMap:jt,normalMapObjectSpace:Ft&&S.normalMapType===B_,normalMapTangentSpace:Ft&&S.normalMapType===Ql,metalnessMap:bt,roughnessMap:L,anisotropy:E,anisotropyMap:Et,clearcoat:q,clearcoatMap:It,clearcoatNormalMap:te,clearcoatRoughnessMap:pt,dispersion:J,iridescence:X,iridescenceMap:Tt,iridescenceThicknessMap:Gt,sheen:tt,sheenColorMap:Yt,sheenRoughnessMap:Ct,specularMap:ce,specularColorMap:ee,specularIntensityMap:ge,transmission:St,transmissionMap:z,thicknessMap:At,gradientMap:et,opaque:S.transparent===!1&&S.blending===Hr&&S.alphaToCoverage===!1,alphaMap:ot,alphaTest:Lt,alphaHash:Dt,combine:S.combine,mapUv:ie&&_(S.map.channel),aoMapUv:F&&_(S.aoMap.channel),lightMapUv:zt&&_(S.lightMap.channel),bumpMapUv:ft&&_(S.bumpMap.channel),normalMapUv:Ft&&_(S.normalMap.channel),displacementMapUv:Mt&&_(S.displacementMap.channel),emissiveMapUv:jt&&_(S.emissiveMap.channel),metalnessMapUv:bt&&_(S.metalnessMap.channel),roughnessMapUv:L&&_(S.roughnessMap.channel),anisotropyMapUv:Et&&_(S.anisotropyMap.channel),clearcoatMapUv:It&&_(S.clearcoatMap.channel),clearcoatNormalMapUv:te&&_(S.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:pt&&_(S.clearcoatRoughnessMap.channel),iridescenceMapUv:Tt&&_(S.iridescenceMap.channel),iridescenceThicknessMapUv:Gt&&_(S.iridescenceThicknessMap.channel),sheenColorMapUv:Yt&&_(S.sheenColorMap.channel),sheenRoughnessMapUv:Ct&&_(S.sheenRoughnessMap.channel),specularMapUv:ce&&_(S.specularMap.channel),specularColorMapUv:ee&&_(S.specularColorMap.channel),specularIntensityMapUv:ge&&_(S.specularIntensityMap.channel),transmissionMapUv:z&&_(S.transmissionMap.channel),thicknessMapUv:At&&_(S.thicknessMap.channel),alphaMapUv:ot&&_(S.alphaMap.channel),vertexTangents:!!W.attributes.tangent&&(Ft||E),vertexColors:S.vertexColors,vertexAlphas:S.vertexColors===!0&&!!W.attributes.color&&W.attributes.color.itemSize===4,pointsUvs:O.isPoints===!0&&!!W.attributes.uv&&(ie||ot),fog:!!H,useFog:S.fog===!0,fogExp2:!!H&&H.isFogExp2,flatShading:S.flatShading===!0,sizeAttenuation:S.sizeAttenuation===!0,logarithmicDepthBuffer:u,reverseDepthBuffer:kt,skinning:O.isSkinnedMesh===!0,morphTargets:W.morphAttributes.position!==void 0,morphNormals:W.morphAttributes.normal!==void 0,morphColors:W.morphAttributes.color!==void 0,morphTargetsCount:gt,morphTextureStride:wt,numDirLights:b.directional.length,numPointLights:b.point.length,numSpotLights:b.spot.length,numSpotLightMaps:b.spotLightMap.length,numRectAreaLights:b.rectArea.length,numHemiLights:b.hemi.length,numDirLightShadows:b.directionalShadowMap.length,numPointLightShadows:b.pointShadowMap.length,numSpotLightShadows:b.spotShadowMap.length,numSpotLightShadowsWithMaps:b.numSpotLightShadowsWithMaps,numLightProbes:b.numLightProbes,numClippingPlanes:o.numPlanes,numClipIntersection:o.numIntersection,dithering:S.dithering,shadowMapEnabled:i.shadowMap.enabled&&P.length>0,shadowMapType:i.shadowMap.type,toneMapping:He,decodeVideoTexture:ie&&S.map.isVideoTexture===!0&&xe.getTransfer(S.map.colorSpace)===Pe,decodeVideoTextureEmissive:jt&&S.emissiveMap.isVideoTexture===!0&&xe.getTransfer(S.emissiveMap.colorSpace)===Pe,premultipliedAlpha:S.premultipliedAlpha,doubleSided:S.side===Mn,flipSided:S.side===kn,useDepthPacking:S.depthPacking>=0,depthPacking:S.depthPacking||0,index0AttributeName:S.index0AttributeName,extensionClipCullDistance:re&&S.extensions.clipCullDistance===!0&&n.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(re&&S.extensions.multiDraw===!0||Ut)&&n.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:n.has("KHR_parallel_shader_compile"),customProgramCacheKey:S.customProgramCacheKey()};return an.vertexUv1s=c.has(1),an.vertexUv2s=c.has(2),an.vertexUv3s=c.has(3),c.clear(),an}function p(S){let b=[];if(S.shaderID?b.push(S.shaderID):(b.push(S.customVertexShaderID),b.push(S.customFragmentShaderID)),S.defines!==void 0)for(let P in S.defines)b.push(P),b.push(S.defines[P]);return S.isRawShaderMaterial===!1&&(y(b,S),v(b,S),b.push(i.outputColorSpace)),b.push(S.customProgramCacheKey),b.join()}function y(S,b){S.push(b.precision),S.push(b.outputColorSpace),S.push(b.envMapMode),S.push(b.envMapCubeUVHeight),S.push(b.mapUv),S.push(b.alphaMapUv),S.push(b.lightMapUv),S.push(b.aoMapUv),S.push(b.bumpMapUv),S.push(b.normalMapUv),S.push(b.displacementMapUv),S.push(b.emissiveMapUv),S.push(b.metalnessMapUv),S.push(b.roughnessMapUv),S.push(b.anisotropyMapUv),S.push(b.clearcoatMapUv),S.push(b.clearcoatNormalMapUv),S.push(b.clearcoatRoughnessMapUv),S.push(b.iridescenceMapUv),S.push(b.iridescenceThicknessMapUv),S.push(b.sheenColorMapUv),S.push(b.sheenRoughnessMapUv),S.push(b.specularMapUv),S.push(b.specularColorMapUv),S.push(b.specularIntensityMapUv),S.push(b.transmissionMapUv),S.push(b.thicknessMapUv),S.push(b.combine),S.push(b.fogExp2),S.push(b.sizeAttenuation),S.push(b.morphTargetsCount),S.push(b.morphAttributeCount),S.push(b.numDirLights),S.push(b.numPointLights),S.push(b.numSpotLights),S.push(b.numSpotLightMaps),S.push(b.numHemiLights),S.push(b.numRectAreaLights),S.push(b.numDirLightShadows),S.push(b.numPointLightShadows),S.push(b.numSpotLightShadows),S.push(b.numSpotLightShadowsWithMaps),S.push(b.numLightProbes),S.push(b.shadowMapType),S.push(b.toneMapping),S.push(b.numClippingPlanes),S.push(b.numClipIntersection),S.push(b.depthPacking)}function v(S,b){a.disableAll(),b.supportsVertexTextures&&a.enable(0),b.instancing&&a.enable(1),b.instancingColor&&a.enable(2),b.instancingMorph&&a.enable(3),b.matcap&&a.enable(4),b.envMap&&a.enable(5),b.normalMapObjectSpace&&a.enable(6),b.normalMapTangentSpace&&a.enable(7),b.clearcoat&&a.enable(8),b.iridescence&&a.enable(9),b.alphaTest&&a.enable(10),b.vertexColors&&a.enable(11),b.vertexAlphas&&a.enable(12),b.vertexUv1s&&a.enable(13),b.vertexUv2s&&a.enable(14),b.vertexUv3s&&a.enable(15),b.vertexTangents&&a.enable(16),b.anisotropy&&a.enable(17),b.alphaHash&&a.enable(18),b.batching&&a.enable(19),b.dispersion&&a.enable(20),b.batchingColor&&a.enable(21),S.push(a.mask),a.disableAll(),b.fog&&a.enable(0),b.useFog&&a.enable(1),b.flatShading&&a.enable(2),b.logarithmicDepthBuffer&&a.enable(3),b.reverseDepthBuffer&&a.enable(4),b.skinning&&a.enable(5),b.morphTargets&&a.enable(6),b.morphNormals&&a.enable(7),b.morphColors&&a.enable(8),b.premultipliedAlpha&&a.enable(9),b.shadowMapEnabled&&a.enable(10),b.doubleSided&&a.enable(11),b.flipSided&&a.enable(12),b.useDepthPacking&&a.enable(13),b.dithering&&a.enable(14),b.transmission&&a.enable(15),b.sheen&&a.enable(16),b.opaque&&a.enable(17),b.pointsUvs&&a.enable(18),b.decodeVideoTexture&&a.enable(19),b.decodeVideoTextureEmissive&&a.enable(20),b.alphaToCoverage&&a.enable(21),S.push(a.mask)}function x(S){let b=g[S.type],P;if(b){let V=Di[b];P=Sx.clone(V.uniforms)}else P=S.uniforms;return P}function R(S,b){let P;for(let V=0,O=h.length;V<O;V++){let H=h[V];if(H.cacheKey===b){P=H,++P.usedTimes;break}}return P===void 0&&(P=new Db(i,b,S,r),h.push(P)),P}function T(S){if(--S.usedTimes===0){let b=h.indexOf(S);h[b]=h[h.length-1],h.pop(),S.destroy()}}function I(S){l.remove(S)}function N(){l.dispose()}return{getParameters:m,getProgramCacheKey:p,getUniforms:x,acquireProgram:R,releaseProgram:T,releaseShaderCache:I,programs:h,dispose:N}}function Fb(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function Ob(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.z!==t.z?i.z-t.z:i.id-t.id}function zp(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function Hp(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(u,f,d,g,_,m){let p=i[t];return p===void 0?(p={id:u.id,object:u,geometry:f,material:d,groupOrder:g,renderOrder:u.renderOrder,z:_,group:m},i[t]=p):(p.id=u.id,p.object=u,p.geometry=f,p.material=d,p.groupOrder=g,p.renderOrder=u.renderOrder,p.z=_,p.group=m),t++,p}function a(u,f,d,g,_,m){let p=o(u,f,d,g,_,m);d.transmission>0?n.push(p):d.transparent===!0?s.push(p):e.push(p)}function l(u,f,d,g,_,m){let p=o(u,f,d,g,_,m);d.transmission>0?n.unshift(p):d.transparent===!0?s.unshift(p):e.unshift(p)}function c(u,f){e.length>1&&e.sort(u||Ob),n.length>1&&n.sort(f||zp),s.length>1&&s.sort(f||zp)}function h(){for(let u=t,f=i.length;u<f;u++){let d=i[u];if(d.id===null)break;d.id=null,d.object=null,d.geometry=null,d.material=null,d.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:a,unshift:l,finish:h,sort:c}}function Bb(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new Hp,i.set(n,[o])):s>=r.length?(o=new Hp,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function kb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={direction:new C,color:new Xt};break;case"SpotLight":e={position:new C,direction:new C,color:new Xt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new C,color:new Xt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new C,skyColor:new Xt,groundColor:new Xt};break;case"RectAreaLight":e={color:new Xt,position:new C,halfWidth:new C,halfHeight:new C};break}return i[t.id]=e,e}}}function zb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new at};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new at};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new at,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var Hb=0;function Vb(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function Gb(i){let t=new kb,e=zb(),n={version:0,hash:{directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new C);let s=new C,r=new le,o=new le;function a(c){let h=0,u=0,f=0;for(let S=0;S<9;S++)n.probe[S].set(0,0,0);let d=0,g=0,_=0,m=0,p=0,y=0,v=0,x=0,R=0,T=0,I=0;c.sort(Vb);for(let S=0,b=c.length;S<b;S++){let P=c[S],V=P.color,O=P.intensity,H=P.distance,W=P.shadow&&P.shadow.map?P.shadow.map.texture:null;if(P.isAmbientLight)h+=V.r*O,u+=V.g*O,f+=V.b*O;else if(P.isLightProbe){for(let Y=0;Y<9;Y++)n.probe[Y].addScaledVector(P.sh.coefficients[Y],O);I++}else if(P.isDirectionalLight){let Y=t.get(P);if(Y.color.copy(P.color).multiplyScalar(P.intensity),P.castShadow){let K=P.shadow,Q=e.get(P);Q.shadowIntensity=K.intensity,Q.shadowBias=K.bias,Q.shadowNormalBias=K.normalBias,Q.shadowRadius=K.radius,Q.shadowMapSize=K.mapSize,n.directionalShadow[d]=Q,n.directionalShadowMap[d]=W,n.directionalShadowMatrix[d]=P.shadow.matrix,y++}n.directional[d]=Y,d++}else if(P.isSpotLight){let Y=t.get(P);Y.position.setFromMatrixPosition(P.matrixWorld),Y.color.copy(V).multiplyScalar(O),Y.distance=H,Y.coneCos=Math.cos(P.angle),Y.penumbraCos=Math.cos(P.angle*(1-P.penumbra)),Y.decay=P.decay,n.spot[_]=Y;let K=P.shadow;if(P.map&&(n.spotLightMap[R]=P.map,R++,K.updateMatrices(P),P.castShadow&&T++),n.spotLightMatrix[_]=K.matrix,P.castShadow){let Q=e.get(P);Q.shadowIntensity=K.intensity,Q.shadowBias=K.bias,Q.shadowNormalBias=K.normalBias,Q.shadowRadius=K.radius,Q.shadowMapSize=K.mapSize,n.spotShadow[_]=Q,n.spotShadowMap[_]=W,x++}_++}else if(P.isRectAreaLight){let Y=t.get(P);Y.color.copy(V).multiplyScalar(O),Y.halfWidth.set(P.width*.5,0,0),Y.halfHeight.set(0,P.height*.5,0),n.rectArea[m]=Y,m++}else if(P.isPointLight){let Y=t.get(P);if(Y.color.copy(P.color).multiplyScalar(P.intensity),Y.distance=P.distance,Y.decay=P.decay,P.castShadow){let K=P.shadow,Q=e.get(P);Q.shadowIntensity=K.intensity,Q.shadowBias=K.bias,Q.shadowNormalBias=K.normalBias,Q.shadowRadius=K.radius,Q.shadowMapSize=K.mapSize,Q.shadowCameraNear=K.camera.near,Q.shadowCameraFar=K.camera.far,n.pointShadow[g]=Q,n.pointShadowMap[g]=W,n.pointShadowMatrix[g]=P.shadow.matrix,v++}n.point[g]=Y,g++}else if(P.isHemisphereLight){let Y=t.get(P);Y.skyColor.copy(P.color).multiplyScalar(O),Y.groundColor.copy(P.groundColor).multiplyScalar(O),n.hemi[p]=Y,p++}}m>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Pt.LTC_FLOAT_1,n.rectAreaLTC2=Pt.LTC_FLOAT_2):(n.rectAreaLTC1=Pt.LTC_HALF_1,n.rectAreaLTC2=Pt.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=f;let N=n.hash;(N.directionalLength!==d||N.pointLength!==g||N.spotLength!==_||N.rectAreaLength!==m||N.hemiLength!==p||N.numDirectionalShadows!==y||N.numPointShadows!==v||N.numSpotShadows!==x||N.numSpotMaps!==R||N.numLightProbes!==I)&&(n.directional.length=d,n.spot.length=_,n.rectArea.length=m,n.point.length=g,n.hemi.length=p,n.directionalShadow.length=y,n.directionalShadowMap.length=y,n.pointShadow.length=v,n.pointShadowMap.length=v,n.spotShadow.length=x,n.spotShadowMap.length=x,n.directionalShadowMatrix.length=y,n.pointShadowMatrix.length=v,n.spotLightMatrix.length=x+R-T,n.spotLightMap.length=R,n.numSpotLightShadowsWithMaps=T,n.numLightProbes=I,N.directionalLength=d,N.pointLength=g,N.spotLength=_,N.rectAreaLength=m,N.hemiLength=p,N.numDirectionalShadows=y,N.numPointShadows=v,N.numSpotShadows=x,N.numSpotMaps=R,N.numLightProbes=I,n.version=Hb++)}function l(c,h){let u=0,f=0,d=0,g=0,_=0,m=h.matrixWorldInverse;for(let p=0,y=c.length;p<y;p++){let v=c[p];if(v.isDirectionalLight){let x=n.directional[u];x.direction.setFromMatrixPosition(v.matrixWorld),s.setFromMatrixPosition(v.target.matrixWorld),x.direction.sub(s),x.direction.transformDirection(m),u++}else if(v.isSpotLight){let x=n.spot[d];x.position.setFromMatrixPosition(v.matrixWorld),x.position.applyMatrix4(m),x.direction.setFromMatrixPosition(v.matrixWorld),s.setFromMatrixPosition(v.target.matrixWorld),x.direction.sub(s),x.direction.transformDirection(m),d++}else if(v.isRectAreaLight){let x=n.rectArea[g];x.position.setFromMatrixPosition(v.matrixWorld),x.position.applyMatrix4(m),o.identity(),r.copy(v.matrixWorld),r.premultiply(m),o.extractRotation(r),x.halfWidth.set(v.width*.5,0,0),x.halfHeight.set(0,v.height*.5,0),x.halfWidth.applyMatrix4(o),x.halfHeight.applyMatrix4(o),g++}else if(v.isPointLight){let x=n.point[f];x.position.setFromMatrixPosition(v.matrixWorld),x.position.applyMatrix4(m),f++}else if(v.isHemisphereLight){let x=n.hemi[_];x.direction.setFromMatrixPosition(v.matrixWorld),x.direction.transformDirection(m),_++}}}return{setup:a,setupView:l,state:n}}function Vp(i){let t=new Gb(i),e=[],n=[];function s(h){c.camera=h,e.length=0,n.length=0}function r(h){e.push(h)}function o(h){n.push(h)}function a(){t.setup(e)}function l(h){t.setupView(e,h)}let c={lightsArray:e,shadowsArray:n,camera:null,lights:t,transmissionRenderTarget:{}};return{init:s,state:c,setupLights:a,setupLightsView:l,pushLight:r,pushShadow:o}}function Wb(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Vp(i),t.set(s,[a])):r>=o.length?(a=new Vp(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var Au=class extends Fi{static get type(){return"MeshDepthMaterial"}constructor(t){super(),this.isMeshDepthMaterial=!0,this.depthPacking=F_,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Ru=class extends Fi{static get type(){return"MeshDistanceMaterial"}constructor(t){super(),this.isMeshDistanceMaterial=!0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}},Xb=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Yb=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
#include <packing>
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = unpackRGBATo2Half( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ) );
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = unpackRGBAToDepth( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ) );
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( squared_mean - mean * mean );
	gl_FragColor = pack2HalfToRGBA( vec2( mean, std_dev ) );
}`;function qb(i,t,e){let n=new ta,s=new at,r=new at,o=new $e,a=new Au({depthPacking:O_}),l=new Ru,c={},h=e.maxTextureSize,u={[Es]:kn,[kn]:Es,[Mn]:Mn},f=new Nn({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new at},radius:{value:4}},vertexShader:Xb,fragmentShader:Yb}),d=f.clone();d.defines.HORIZONTAL_PASS=1;let g=new we;g.setAttribute("position",new he(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new De(g,f),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=om;let p=this.type;this.render=function(T,I,N){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;let S=i.getRenderTarget(),b=i.getActiveCubeFace(),P=i.getActiveMipmapLevel(),V=i.state;V.setBlending(bs),V.buffers.color.setClear(1,1,1,1),V.buffers.depth.setTest(!0),V.setScissorTest(!1);let O=p!==$i&&this.type===$i,H=p===$i&&this.type!==$i;for(let W=0,Y=T.length;W<Y;W++){let K=T[W],Q=K.shadow;if(Q===void 0){console.warn("THREE.WebGLShadowMap:",K,"has no shadow.");continue}if(Q.autoUpdate===!1&&Q.needsUpdate===!1)continue;s.copy(Q.mapSize);let lt=Q.getFrameExtents();if(s.multiply(lt),r.copy(Q.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/lt.x),s.x=r.x*lt.x,Q.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/lt.y),s.y=r.y*lt.y,Q.mapSize.y=r.y)),Q.map===null||O===!0||H===!0){let gt=this.type!==$i?{minFilter:Dn,magFilter:Dn}:{};Q.map!==null&&Q.map.dispose(),Q.map=new es(s.x,s.y,gt),Q.map.texture.name=K.name+".shadowMap",Q.camera.updateProjectionMatrix()}i.setRenderTarget(Q.map),i.clear();let ct=Q.getViewportCount();for(let gt=0;gt<ct;gt++){let wt=Q.getViewport(gt);o.set(r.x*wt.x,r.y*wt.y,r.x*wt.z,r.y*wt.w),V.viewport(o),Q.updateMatrices(K,gt),n=Q.getFrustum(),x(I,N,Q.camera,K,this.type)}Q.isPointLightShadow!==!0&&this.type===$i&&y(Q,N),Q.needsUpdate=!1}p=this.type,m.needsUpdate=!1,i.setRenderTarget(S,b,P)};function y(T,I){let N=t.update(_);f.defines.VSM_SAMPLES!==T.blurSamples&&(f.defines.VSM_SAMPLES=T.blurSamples,d.defines.VSM_SAMPLES=T.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),T.mapPass===null&&(T.mapPass=new es(s.x,s.y)),f.uniforms.shadow_pass.value=T.map.texture,f.uniforms.resolution.value=T.mapSize,f.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(I,null,N,f,_,null),d.uniforms.shadow_pass.value=T.mapPass.texture,d.uniforms.resolution.value=T.mapSize,d.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(I,null,N,d,_,null)}function v(T,I,N,S){let b=null,P=N.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(P!==void 0)b=P;else if(b=N.isPointLight===!0?l:a,i.localClippingEnabled&&I.clipShadows===!0&&Array.isArray(I.clippingPlanes)&&I.clippingPlanes.length!==0||I.displacementMap&&I.displacementScale!==0||I.alphaMap&&I.alphaTest>0||I.map&&I.alphaTest>0){let V=b.uuid,O=I.uuid,H=c[V];H===void 0&&(H={},c[V]=H);let W=H[O];W===void 0&&(W=b.clone(),H[O]=W,I.addEventListener("dispose",R)),b=W}if(b.visible=I.visible,b.wireframe=I.wireframe,S===$i?b.side=I.shadowSide!==null?I.shadowSide:I.side:b.side=I.shadowSide!==null?I.shadowSide:u[I.side],b.alphaMap=I.alphaMap,b.alphaTest=I.alphaTest,b.map=I.map,b.clipShadows=I.clipShadows,b.clippingPlanes=I.clippingPlanes,b.clipIntersection=I.clipIntersection,b.displacementMap=I.displacementMap,b.displacementScale=I.displacementScale,b.displacementBias=I.displacementBias,b.wireframeLinewidth=I.wireframeLinewidth,b.linewidth=I.linewidth,N.isPointLight===!0&&b.isMeshDistanceMaterial===!0){let V=i.properties.get(b);V.light=N}return b}function x(T,I,N,S,b){if(T.visible===!1)return;if(T.layers.test(I.layers)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&b===$i)&&(!T.frustumCulled||n.intersectsObject(T))){T.modelViewMatrix.multiplyMatrices(N.matrixWorldInverse,T.matrixWorld);let O=t.update(T),H=T.material;if(Array.isArray(H)){let W=O.groups;for(let Y=0,K=W.length;Y<K;Y++){let Q=W[Y],lt=H[Q.materialIndex];if(lt&&lt.visible){let ct=v(T,lt,S,b);T.onBeforeShadow(i,T,I,N,O,ct,Q),i.renderBufferDirect(N,null,O,ct,T,Q),T.onAfterShadow(i,T,I,N,O,ct,Q)}}}else if(H.visible){let W=v(T,H,S,b);T.onBeforeShadow(i,T,I,N,O,W,null),i.renderBufferDirect(N,null,O,W,T,null),T.onAfterShadow(i,T,I,N,O,W,null)}}let V=T.children;for(let O=0,H=V.length;O<H;O++)x(V[O],I,N,S,b)}function R(T){T.target.removeEventListener("dispose",R);for(let N in c){let S=c[N],b=T.target.uuid;b in S&&(S[b].dispose(),delete S[b])}}}var $b={[Uh]:Fh,[Oh]:zh,[Bh]:Hh,[Yr]:kh,[Fh]:Uh,[zh]:Oh,[Hh]:Bh,[kh]:Yr};function Zb(i,t){function e(){let z=!1,At=new $e,et=null,ot=new $e(0,0,0,0);return{setMask:function(Lt){et!==Lt&&!z&&(i.colorMask(Lt,Lt,Lt,Lt),et=Lt)},setLocked:function(Lt){z=Lt},setClear:function(Lt,Dt,re,He,an){an===!0&&(Lt*=He,Dt*=He,re*=He),At.set(Lt,Dt,re,He),ot.equals(At)===!1&&(i.clearColor(Lt,Dt,re,He),ot.copy(At))},reset:function(){z=!1,et=null,ot.set(-1,0,0,0)}}}function n(){let z=!1,At=!1,et=null,ot=null,Lt=null;return{setReversed:function(Dt){if(At!==Dt){let re=t.get("EXT_clip_control");At?re.clipControlEXT(re.LOWER_LEFT_EXT,re.ZERO_TO_ONE_EXT):re.clipControlEXT(re.LOWER_LEFT_EXT,re.NEGATIVE_ONE_TO_ONE_EXT);let He=Lt;Lt=null,this.setClear(He)}At=Dt},getReversed:function(){return At},setTest:function(Dt){Dt?rt(i.DEPTH_TEST):kt(i.DEPTH_TEST)},setMask:function(Dt){et!==Dt&&!z&&(i.depthMask(Dt),et=Dt)},setFunc:function(Dt){if(At&&(Dt=$b[Dt]),ot!==Dt){switch(Dt){case Uh:i.depthFunc(i.NEVER);break;case Fh:i.depthFunc(i.ALWAYS);break;case Oh:i.depthFunc(i.LESS);break;case Yr:i.depthFunc(i.LEQUAL);break;case Bh:i.depthFunc(i.EQUAL);break;case kh:i.depthFunc(i.GEQUAL);break;case zh:i.depthFunc(i.GREATER);break;case Hh:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}ot=Dt}},setLocked:function(Dt){z=Dt},setClear:function(Dt){Lt!==Dt&&(At&&(Dt=1-Dt),i.clearDepth(Dt),Lt=Dt)},reset:function(){z=!1,et=null,ot=null,Lt=null,At=!1}}}function s(){let z=!1,At=null,et=null,ot=null,Lt=null,Dt=null,re=null,He=null,an=null;return{setTest:function(Me){z||(Me?rt(i.STENCIL_TEST):kt(i.STENCIL_TEST))},setMask:function(Me){At!==Me&&!z&&(i.stencilMask(Me),At=Me)},setFunc:function(Me,tn,Fe){(et!==Me||ot!==tn||Lt!==Fe)&&(i.stencilFunc(Me,tn,Fe),et=Me,ot=tn,Lt=Fe)},setOp:function(Me,tn,Fe){(Dt!==Me||re!==tn||He!==Fe)&&(i.stencilOp(Me,tn,Fe),Dt=Me,re=tn,He=Fe)},setLocked:function(Me){z=Me},setClear:function(Me){an!==Me&&(i.clearStencil(Me),an=Me)},reset:function(){z=!1,At=null,et=null,ot=null,Lt=null,Dt=null,re=null,He=null,an=null}}}let r=new e,o=new n,a=new s,l=new WeakMap,c=new WeakMap,h={},u={},f=new WeakMap,d=[],g=null,_=!1,m=null,p=null,y=null,v=null,x=null,R=null,T=null,I=new Xt(0,0,0),N=0,S=!1,b=null,P=null,V=null,O=null,H=null,W=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),Y=!1,K=0,Q=i.getParameter(i.VERSION);Q.indexOf("WebGL")!==-1?(K=parseFloat(/^WebGL (\d)/.exec(Q)[1]),Y=K>=1):Q.indexOf("OpenGL ES")!==-1&&(K=parseFloat(/^OpenGL ES (\d)/.exec(Q)[1]),Y=K>=2);let lt=null,ct={},gt=i.getParameter(i.SCISSOR_BOX),wt=i.getParameter(i.VIEWPORT),xt=new $e().fromArray(gt),nt=new $e().fromArray(wt);function ht(z,At,et,ot){let Lt=new Uint8Array(4),Dt=i.createTexture();i.bindTexture(z,Dt),i.texParameteri(z,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(z,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let re=0;re<et;re++)z===i.TEXTURE_3D||z===i.TEXTURE_2D_ARRAY?i.texImage3D(At,0,i.RGBA,1,1,ot,0,i.RGBA,i.UNSIGNED_BYTE,Lt):i.texImage2D(At+re,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,Lt);return Dt}let vt={};vt[i.TEXTURE_2D]=ht(i.TEXTURE_2D,i.TEXTURE_2D,1),vt[i.TEXTURE_CUBE_MAP]=ht(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),vt[i.TEXTURE_2D_ARRAY]=ht(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),vt[i.TEXTURE_3D]=ht(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),rt(i.DEPTH_TEST),o.setFunc(Yr),ft(!1),Ft(Gd),rt(i.CULL_FACE),F(bs);function rt(z){h[z]!==!0&&(i.enable(z),h[z]=!0)}function kt(z){h[z]!==!1&&(i.disable(z),h[z]=!1)}function $t(z,At){return u[z]!==At?(i.bindFramebuffer(z,At),u[z]=At,z===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=At),z===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=At),!0):!1}function Ut(z,At){let et=d,ot=!1;if(z){et=f.get(At),et===void 0&&(et=[],f.set(At,et));let Lt=z.textures;if(et.length!==Lt.length||et[0]!==i.COLOR_ATTACHMENT0){for(let Dt=0,re=Lt.length;Dt<re;Dt++)et[Dt]=i.COLOR_ATTACHMENT0+Dt;et.length=Lt.length,ot=!0}}else et[0]!==i.BACK&&(et[0]=i.BACK,ot=!0);ot&&i.drawBuffers(et)}function ie(z){return g!==z?(i.useProgram(z),g=z,!0):!1}let st={[Js]:i.FUNC_ADD,[c_]:i.FUNC_SUBTRACT,[h_]:i.FUNC_REVERSE_SUBTRACT};st[u_]=i.MIN,st[f_]=i.MAX;let ut={[d_]:i.ZERO,[p_]:i.ONE,[m_]:i.SRC_COLOR,[Dh]:i.SRC_ALPHA,[M_]:i.SRC_ALPHA_SATURATE,[y_]:i.DST_COLOR,[__]:i.DST_ALPHA,[g_]:i.ONE_MINUS_SRC_COLOR,[Nh]:i.ONE_MINUS_SRC_ALPHA,[v_]:i.ONE_MINUS_DST_COLOR,[x_]:i.ONE_MINUS_DST_ALPHA,[b_]:i.CONSTANT_COLOR,[w_]:i.ONE_MINUS_CONSTANT_COLOR,[E_]:i.CONSTANT_ALPHA,[S_]:i.ONE_MINUS_CONSTANT_ALPHA};function F(z,At,et,ot,Lt,Dt,re,He,an,Me){if(z===bs){_===!0&&(kt(i.BLEND),_=!1);return}if(_===!1&&(rt(i.BLEND),_=!0),z!==l_){if(z!==m||Me!==S){if((p!==Js||x!==Js)&&(i.blendEquation(i.FUNC_ADD),p=Js,x=Js),Me)switch(z){case Hr:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Wd:i.blendFunc(i.ONE,i.ONE);break;case Xd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Yd:i.blendFuncSeparate(i.ZERO,i.SRC_COLOR,i.ZERO,i.SRC_ALPHA);break;default:console.error("THREE.WebGLState: Invalid blending: ",z);break}else switch(z){case Hr:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Wd:i.blendFunc(i.SRC_ALPHA,i.ONE);break;case Xd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Yd:i.blendFunc(i.ZERO,i.SRC_COLOR);break;default:console.error("THREE.WebGLState: Invalid blending: ",z);break}y=null,v=null,R=null,T=null,I.set(0,0,0),N=0,m=z,S=Me}return}Lt=Lt||At,Dt=Dt||et,re=re||ot,(At!==p||Lt!==x)&&(i.blendEquationSeparate(st[At],st[Lt]),p=At,x=Lt),(et!==y||ot!==v||Dt!==R||re!==T)&&(i.blendFuncSeparate(ut[et],ut[ot],ut[Dt],ut[re]),y=et,v=ot,R=Dt,T=re),(He.equals(I)===!1||an!==N)&&(i.blendColor(He.r,He.g,He.b,an),I.copy(He),N=an),m=z,S=!1}function zt(z,At){z.side===Mn?kt(i.CULL_FACE):rt(i.CULL_FACE);let et=z.side===kn;At&&(et=!et),ft(et),z.blending===Hr&&z.transparent===!1?F(bs):F(z.blending,z.blendEquation,z.blendSrc,z.blendDst,z.blendEquationAlpha,z.blendSrcAlpha,z.blendDstAlpha,z.blendColor,z.blendAlpha,z.premultipliedAlpha),o.setFunc(z.depthFunc),o.setTest(z.depthTest),o.setMask(z.depthWrite),r.setMask(z.colorWrite);let ot=z.stencilWrite;a.setTest(ot),ot&&(a.setMask(z.stencilWriteMask),a.setFunc(z.stencilFunc,z.stencilRef,z.stencilFuncMask),a.setOp(z.stencilFail,z.stencilZFail,z.stencilZPass)),jt(z.polygonOffset,z.polygonOffsetFactor,z.polygonOffsetUnits),z.alphaToCoverage===!0?rt(i.SAMPLE_ALPHA_TO_COVERAGE):kt(i.SAMPLE_ALPHA_TO_COVERAGE)}function ft(z){b!==z&&(z?i.frontFace(i.CW):i.frontFace(i.CCW),b=z)}function Ft(z){z!==o_?(rt(i.CULL_FACE),z!==P&&(z===Gd?i.cullFace(i.BACK):z===a_?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):kt(i.CULL_FACE),P=z}function Mt(z){z!==V&&(Y&&i.lineWidth(z),V=z)}function jt(z,At,et){z?(rt(i.POLYGON_OFFSET_FILL),(O!==At||H!==et)&&(i.polygonOffset(At,et),O=At,H=et)):kt(i.POLYGON_OFFSET_FILL)}function bt(z){z?rt(i.SCISSOR_TEST):kt(i.SCISSOR_TEST)}function L(z){z===void 0&&(z=i.TEXTURE0+W-1),lt!==z&&(i.activeTexture(z),lt=z)}function E(z,At,et){et===void 0&&(lt===null?et=i.TEXTURE0+W-1:et=lt);let ot=ct[et];ot===void 0&&(ot={type:void 0,texture:void 0},ct[et]=ot),(ot.type!==z||ot.texture!==At)&&(lt!==et&&(i.activeTexture(et),lt=et),i.bindTexture(z,At||vt[z]),ot.type=z,ot.texture=At)}function q(){let z=ct[lt];z!==void 0&&z.type!==void 0&&(i.bindTexture(z.type,null),z.type=void 0,z.texture=void 0)}function J(){try{i.compressedTexImage2D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function X(){try{i.compressedTexImage3D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function tt(){try{i.texSubImage2D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function St(){try{i.texSubImage3D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function Et(){try{i.compressedTexSubImage2D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function It(){try{i.compressedTexSubImage3D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function te(){try{i.texStorage2D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function pt(){try{i.texStorage3D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function Tt(){try{i.texImage2D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function Gt(){try{i.texImage3D.apply(i,arguments)}catch(z){console.error("THREE.WebGLState:",z)}}function Yt(z){xt.equals(z)===!1&&(i.scissor(z.x,z.y,z.z,z.w),xt.copy(z))}function Ct(z){nt.equals(z)===!1&&(i.viewport(z.x,z.y,z.z,z.w),nt.copy(z))}function ce(z,At){let et=c.get(At);et===void 0&&(et=new WeakMap,c.set(At,et));let ot=et.get(z);ot===void 0&&(ot=i.getUniformBlockIndex(At,z.name),et.set(z,ot))}function ee(z,At){let ot=c.get(At).get(z);l.get(At)!==ot&&(i.uniformBlockBinding(At,ot,z.__bindingPointIndex),l.set(At,ot))}function ge(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),h={},lt=null,ct={},u={},f=new WeakMap,d=[],g=null,_=!1,m=null,p=null,y=null,v=null,x=null,R=null,T=null,I=new Xt(0,0,0),N=0,S=!1,b=null,P=null,V=null,O=null,H=null,xt.set(0,0,i.canvas.width,i.canvas.height),nt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:rt,disable:kt,bindFramebuffer:$t,drawBuffers:Ut,useProgram:ie,setBlending:F,setMaterial:zt,setFlipSided:ft,setCullFace:Ft,setLineWidth:Mt,setPolygonOffset:jt,setScissorTest:bt,activeTexture:L,bindTexture:E,unbindTexture:q,compressedTexImage2D:J,compressedTexImage3D:X,texImage2D:Tt,texImage3D:Gt,updateUBOMapping:ce,uniformBlockBinding:ee,texStorage2D:te,texStorage3D:pt,texSubImage2D:tt,texSubImage3D:St,compressedTexSubImage2D:Et,compressedTexSubImage3D:It,scissor:Yt,viewport:Ct,reset:ge}}function Gp(i,t,e,n){let s=jb(n);switch(e){case um:return i*t;case dm:return i*t;case pm:return i*t*2;case Ku:return i*t/s.components*s.byteLength;case Qu:return i*t/s.components*s.byteLength;case mm:return i*t*2/s.components*s.byteLength;case tf:return i*t*2/s.components*s.byteLength;case fm:return i*t*3/s.components*s.byteLength;case Ln:return i*t*4/s.components*s.byteLength;case ef:return i*t*4/s.components*s.byteLength;case ul:case fl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case dl:case pl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Xh:case qh:return Math.max(i,16)*Math.max(t,8)/4;case Wh:case Yh:return Math.max(i,8)*Math.max(t,8)/2;case $h:case Zh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case jh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Jh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Kh:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Qh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case tu:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case eu:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case nu:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case iu:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case su:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case ru:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case ou:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case au:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case lu:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case cu:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case hu:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case ml:case uu:case fu:return Math.ceil(i/4)*Math.ceil(t/4)*16;case gm:case du:return Math.ceil(i/4)*Math.ceil(t/4)*8;case pu:case mu:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function jb(i){switch(i){case Qi:case lm:return{byteLength:1,components:1};case jo:case cm:case pa:return{byteLength:2,components:1};case ju:case Ju:return{byteLength:2,components:4};case Qs:case Zu:case oi:return{byteLength:4,components:1};case hm:return{byteLength:4,components:3}}throw new Error(`Unknown texture type ${i}.`)}function Jb(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new at,h=new WeakMap,u,f=new WeakMap,d=!1;try{d=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(L,E){return d?new OffscreenCanvas(L,E):_l("canvas")}function _(L,E,q){let J=1,X=bt(L);if((X.width>q||X.height>q)&&(J=q/Math.max(X.width,X.height)),J<1)if(typeof HTMLImageElement<"u"&&L instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&L instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&L instanceof ImageBitmap||typeof VideoFrame<"u"&&L instanceof VideoFrame){let tt=Math.floor(J*X.width),St=Math.floor(J*X.height);u===void 0&&(u=g(tt,St));let Et=E?g(tt,St):u;return Et.width=tt,Et.height=St,Et.getContext("2d").drawImage(L,0,0,tt,St),console.warn("THREE.WebGLRenderer: Texture has been resized from ("+X.width+"x"+X.height+") to ("+tt+"x"+St+")."),Et}else return"data"in L&&console.warn("THREE.WebGLRenderer: Image in DataTexture is too big ("+X.width+"x"+X.height+")."),L;return L}function m(L){return L.generateMipmaps}function p(L){i.generateMipmap(L)}function y(L){return L.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:L.isWebGL3DRenderTarget?i.TEXTURE_3D:L.isWebGLArrayRenderTarget||L.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function v(L,E,q,J,X=!1){if(L!==null){if(i[L]!==void 0)return i[L];console.warn("THREE.WebGLRenderer: Attempt to use non-existing WebGL internal format '"+L+"'")}let tt=E;if(E===i.RED&&(q===i.FLOAT&&(tt=i.R32F),q===i.HALF_FLOAT&&(tt=i.R16F),q===i.UNSIGNED_BYTE&&(tt=i.R8)),E===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(tt=i.R8UI),q===i.UNSIGNED_SHORT&&(tt=i.R16UI),q===i.UNSIGNED_INT&&(tt=i.R32UI),q===i.BYTE&&(tt=i.R8I),q===i.SHORT&&(tt=i.R16I),q===i.INT&&(tt=i.R32I)),E===i.RG&&(q===i.FLOAT&&(tt=i.RG32F),q===i.HALF_FLOAT&&(tt=i.RG16F),q===i.UNSIGNED_BYTE&&(tt=i.RG8)),E===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(tt=i.RG8UI),q===i.UNSIGNED_SHORT&&(tt=i.RG16UI),q===i.UNSIGNED_INT&&(tt=i.RG32UI),q===i.BYTE&&(tt=i.RG8I),q===i.SHORT&&(tt=i.RG16I),q===i.INT&&(tt=i.RG32I)),E===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(tt=i.RGB8UI),q===i.UNSIGNED_SHORT&&(tt=i.RGB16UI),q===i.UNSIGNED_INT&&(tt=i.RGB32UI),q===i.BYTE&&(tt=i.RGB8I),q===i.SHORT&&(tt=i.RGB16I),q===i.INT&&(tt=i.RGB32I)),E===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(tt=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(tt=i.RGBA16UI),q===i.UNSIGNED_INT&&(tt=i.RGBA32UI),q===i.BYTE&&(tt=i.RGBA8I),q===i.SHORT&&(tt=i.RGBA16I),q===i.INT&&(tt=i.RGBA32I)),E===i.RGB&&q===i.UNSIGNED_INT_5_9_9_9_REV&&(tt=i.RGB9_E5),E===i.RGBA){let St=X?tc:xe.getTransfer(J);q===i.FLOAT&&(tt=i.RGBA32F),q===i.HALF_FLOAT&&(tt=i.RGBA16F),q===i.UNSIGNED_BYTE&&(tt=St===Pe?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT_4_4_4_4&&(tt=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(tt=i.RGB5_A1)}return(tt===i.R16F||tt===i.R32F||tt===i.RG16F||tt===i.RG32F||tt===i.RGBA16F||tt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),tt}function x(L,E){let q;return L?E===null||E===Qs||E===Zr?q=i.DEPTH24_STENCIL8:E===oi?q=i.DEPTH32F_STENCIL8:E===jo&&(q=i.DEPTH24_STENCIL8,console.warn("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):E===null||E===Qs||E===Zr?q=i.DEPTH_COMPONENT24:E===oi?q=i.DEPTH_COMPONENT32F:E===jo&&(q=i.DEPTH_COMPONENT16),q}function R(L,E){return m(L)===!0||L.isFramebufferTexture&&L.minFilter!==Dn&&L.minFilter!==ri?Math.log2(Math.max(E.width,E.height))+1:L.mipmaps!==void 0&&L.mipmaps.length>0?L.mipmaps.length:L.isCompressedTexture&&Array.isArray(L.image)?E.mipmaps.length:1}function T(L){let E=L.target;E.removeEventListener("dispose",T),N(E),E.isVideoTexture&&h.delete(E)}function I(L){let E=L.target;E.removeEventListener("dispose",I),b(E)}function N(L){let E=n.get(L);if(E.__webglInit===void 0)return;let q=L.source,J=f.get(q);if(J){let X=J[E.__cacheKey];X.usedTimes--,X.usedTimes===0&&S(L),Object.keys(J).length===0&&f.delete(q)}n.remove(L)}function S(L){let E=n.get(L);i.deleteTexture(E.__webglTexture);let q=L.source,J=f.get(q);delete J[E.__cacheKey],o.memory.textures--}function b(L){let E=n.get(L);if(L.depthTexture&&(L.depthTexture.dispose(),n.remove(L.depthTexture)),L.isWebGLCubeRenderTarget)for(let J=0;J<6;J++){if(Array.isArray(E.__webglFramebuffer[J]))for(let X=0;X<E.__webglFramebuffer[J].length;X++)i.deleteFramebuffer(E.__webglFramebuffer[J][X]);else i.deleteFramebuffer(E.__webglFramebuffer[J]);E.__webglDepthbuffer&&i.deleteRenderbuffer(E.__webglDepthbuffer[J])}else{if(Array.isArray(E.__webglFramebuffer))for(let J=0;J<E.__webglFramebuffer.length;J++)i.deleteFramebuffer(E.__webglFramebuffer[J]);else i.deleteFramebuffer(E.__webglFramebuffer);if(E.__webglDepthbuffer&&i.deleteRenderbuffer(E.__webglDepthbuffer),E.__webglMultisampledFramebuffer&&i.deleteFramebuffer(E.__webglMultisampledFramebuffer),E.__webglColorRenderbuffer)for(let J=0;J<E.__webglColorRenderbuffer.length;J++)E.__webglColorRenderbuffer[J]&&i.deleteRenderbuffer(E.__webglColorRenderbuffer[J]);E.__webglDepthRenderbuffer&&i.deleteRenderbuffer(E.__webglDepthRenderbuffer)}let q=L.textures;for(let J=0,X=q.length;J<X;J++){let tt=n.get(q[J]);tt.__webglTexture&&(i.deleteTexture(tt.__webglTexture),o.memory.textures--),n.remove(q[J])}n.remove(L)}let P=0;function V(){P=0}function O(){let L=P;return L>=s.maxTextures&&console.warn("THREE.WebGLTextures: Trying to use "+L+" texture units while this GPU supports only "+s.maxTextures),P+=1,L}function H(L){let E=[];return E.push(L.wrapS),E.push(L.wrapT),E.push(L.wrapR||0),E.push(L.magFilter),E.push(L.minFilter),E.push(L.anisotropy),E.push(L.internalFormat),E.push(L.format),E.push(L.type),E.push(L.generateMipmaps),E.push(L.premultiplyAlpha),E.push(L.flipY),E.push(L.unpackAlignment),E.push(L.colorSpace),E.join()}function W(L,E){let q=n.get(L);if(L.isVideoTexture&&Mt(L),L.isRenderTargetTexture===!1&&L.version>0&&q.__version!==L.version){let J=L.image;if(J===null)console.warn("THREE.WebGLRenderer: Texture marked for update but no image data found.");else if(J.complete===!1)console.warn("THREE.WebGLRenderer: Texture marked for update but image is incomplete");else{nt(q,L,E);return}}e.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+E)}function Y(L,E){let q=n.get(L);if(L.version>0&&q.__version!==L.version){nt(q,L,E);return}e.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+E)}function K(L,E){let q=n.get(L);if(L.version>0&&q.__version!==L.version){nt(q,L,E);return}e.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+E)}function Q(L,E){let q=n.get(L);if(L.version>0&&q.__version!==L.version){ht(q,L,E);return}e.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+E)}let lt={[$o]:i.REPEAT,[Zi]:i.CLAMP_TO_EDGE,[Zo]:i.MIRRORED_REPEAT},ct={[Dn]:i.NEAREST,[$u]:i.NEAREST_MIPMAP_NEAREST,[Br]:i.NEAREST_MIPMAP_LINEAR,[ri]:i.LINEAR,[Vo]:i.LINEAR_MIPMAP_NEAREST,[ji]:i.LINEAR_MIPMAP_LINEAR},gt={[k_]:i.NEVER,[X_]:i.ALWAYS,[z_]:i.LESS,[_m]:i.LEQUAL,[H_]:i.EQUAL,[W_]:i.GEQUAL,[V_]:i.GREATER,[G_]:i.NOTEQUAL};function wt(L,E){if(E.type===oi&&t.has("OES_texture_float_linear")===!1&&(E.magFilter===ri||E.magFilter===Vo||E.magFilter===Br||E.magFilter===ji||E.minFilter===ri||E.minFilter===Vo||E.minFilter===Br||E.minFilter===ji)&&console.warn("THREE.WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(L,i.TEXTURE_WRAP_S,lt[E.wrapS]),i.texParameteri(L,i.TEXTURE_WRAP_T,lt[E.wrapT]),(L===i.TEXTURE_3D||L===i.TEXTURE_2D_ARRAY)&&i.texParameteri(L,i.TEXTURE_WRAP_R,lt[E.wrapR]),i.texParameteri(L,i.TEXTURE_MAG_FILTER,ct[E.magFilter]),i.texParameteri(L,i.TEXTURE_MIN_FILTER,ct[E.minFilter]),E.compareFunction&&(i.texParameteri(L,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(L,i.TEXTURE_COMPARE_FUNC,gt[E.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(E.magFilter===Dn||E.minFilter!==Br&&E.minFilter!==ji||E.type===oi&&t.has("OES_texture_float_linear")===!1)return;if(E.anisotropy>1||n.get(E).__currentAnisotropy){let q=t.get("EXT_texture_filter_anisotropic");i.texParameterf(L,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(E.anisotropy,s.getMaxAnisotropy())),n.get(E).__currentAnisotropy=E.anisotropy}}}function xt(L,E){let q=!1;L.__webglInit===void 0&&(L.__webglInit=!0,E.addEventListener("dispose",T));let J=E.source,X=f.get(J);X===void 0&&(X={},f.set(J,X));let tt=H(E);if(tt!==L.__cacheKey){X[tt]===void 0&&(X[tt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),X[tt].usedTimes++;let St=X[L.__cacheKey];St!==void 0&&(X[L.__cacheKey].usedTimes--,St.usedTimes===0&&S(E)),L.__cacheKey=tt,L.__webglTexture=X[tt].texture}return q}function nt(L,E,q){let J=i.TEXTURE_2D;(E.isDataArrayTexture||E.isCompressedArrayTexture)&&(J=i.TEXTURE_2D_ARRAY),E.isData3DTexture&&(J=i.TEXTURE_3D);let X=xt(L,E),tt=E.source;e.bindTexture(J,L.__webglTexture,i.TEXTURE0+q);let St=n.get(tt);if(tt.version!==St.__version||X===!0){e.activeTexture(i.TEXTURE0+q);let Et=xe.getPrimaries(xe.workingColorSpace),It=E.colorSpace===Ni?null:xe.getPrimaries(E.colorSpace),te=E.colorSpace===Ni||Et===It?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,E.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,E.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,E.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,te);let pt=_(E.image,!1,s.maxTextureSize);pt=jt(E,pt);let Tt=r.convert(E.format,E.colorSpace),Gt=r.convert(E.type),Yt=v(E.internalFormat,Tt,Gt,E.colorSpace,E.isVideoTexture);wt(J,E);let Ct,ce=E.mipmaps,ee=E.isVideoTexture!==!0,ge=St.__version===void 0||X===!0,z=tt.dataReady,At=R(E,pt);if(E.isDepthTexture)Yt=x(E.format===jr,E.type),ge&&(ee?e.texStorage2D(i.TEXTURE_2D,1,Yt,pt.width,pt.height):e.texImage2D(i.TEXTURE_2D,0,Yt,pt.width,pt.height,0,Tt,Gt,null));else if(E.isDataTexture)if(ce.length>0){ee&&ge&&e.texStorage2D(i.TEXTURE_2D,At,Yt,ce[0].width,ce[0].height);for(let et=0,ot=ce.length;et<ot;et++)Ct=ce[et],ee?z&&e.texSubImage2D(i.TEXTURE_2D,et,0,0,Ct.width,Ct.height,Tt,Gt,Ct.data):e.texImage2D(i.TEXTURE_2D,et,Yt,Ct.width,Ct.height,0,Tt,Gt,Ct.data);E.generateMipmaps=!1}else ee?(ge&&e.texStorage2D(i.TEXTURE_2D,At,Yt,pt.width,pt.height),z&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,pt.width,pt.height,Tt,Gt,pt.data)):e.texImage2D(i.TEXTURE_2D,0,Yt,pt.width,pt.height,0,Tt,Gt,pt.data);else if(E.isCompressedTexture)if(E.isCompressedArrayTexture){ee&&ge&&e.texStorage3D(i.TEXTURE_2D_ARRAY,At,Yt,ce[0].width,ce[0].height,pt.depth);for(let et=0,ot=ce.length;et<ot;et++)if(Ct=ce[et],E.format!==Ln)if(Tt!==null)if(ee){if(z)if(E.layerUpdates.size>0){let Lt=Gp(Ct.width,Ct.height,E.format,E.type);for(let Dt of E.layerUpdates){let re=Ct.data.subarray(Dt*Lt/Ct.data.BYTES_PER_ELEMENT,(Dt+1)*Lt/Ct.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,et,0,0,Dt,Ct.width,Ct.height,1,Tt,re)}E.clearLayerUpdates()}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,et,0,0,0,Ct.width,Ct.height,pt.depth,Tt,Ct.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,et,Yt,Ct.width,Ct.height,pt.depth,0,Ct.data,0,0);else console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ee?z&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,et,0,0,0,Ct.width,Ct.height,pt.depth,Tt,Gt,Ct.data):e.texImage3D(i.TEXTURE_2D_ARRAY,et,Yt,Ct.width,Ct.height,pt.depth,0,Tt,Gt,Ct.data)}else{ee&&ge&&e.texStorage2D(i.TEXTURE_2D,At,Yt,ce[0].width,ce[0].height);for(let et=0,ot=ce.length;et<ot;et++)Ct=ce[et],E.format!==Ln?Tt!==null?ee?z&&e.compressedTexSubImage2D(i.TEXTURE_2D,et,0,0,Ct.width,Ct.height,Tt,Ct.data):e.compressedTexImage2D(i.TEXTURE_2D,et,Yt,Ct.width,Ct.height,0,Ct.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ee?z&&e.texSubImage2D(i.TEXTURE_2D,et,0,0,Ct.width,Ct.height,Tt,Gt,Ct.data):e.texImage2D(i.TEXTURE_2D,et,Yt,Ct.width,Ct.height,0,Tt,Gt,Ct.data)}else if(E.isDataArrayTexture)if(ee){if(ge&&e.texStorage3D(i.TEXTURE_2D_ARRAY,At,Yt,pt.width,pt.height,pt.depth),z)if(E.layerUpdates.size>0){let et=Gp(pt.width,pt.height,E.format,E.type);for(let ot of E.layerUpdates){let Lt=pt.data.subarray(ot*et/pt.data.BYTES_PER_ELEMENT,(ot+1)*et/pt.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,ot,pt.width,pt.height,1,Tt,Gt,Lt)}E.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,pt.width,pt.height,pt.depth,Tt,Gt,pt.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,Yt,pt.width,pt.height,pt.depth,0,Tt,Gt,pt.data);else if(E.isData3DTexture)ee?(ge&&e.texStorage3D(i.TEXTURE_3D,At,Yt,pt.width,pt.height,pt.depth),z&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,pt.width,pt.height,pt.depth,Tt,Gt,pt.data)):e.texImage3D(i.TEXTURE_3D,0,Yt,pt.width,pt.height,pt.depth,0,Tt,Gt,pt.data);else if(E.isFramebufferTexture){if(ge)if(ee)e.texStorage2D(i.TEXTURE_2D,At,Yt,pt.width,pt.height);else{let et=pt.width,ot=pt.height;for(let Lt=0;Lt<At;Lt++)e.texImage2D(i.TEXTURE_2D,Lt,Yt,et,ot,0,Tt,Gt,null),et>>=1,ot>>=1}}else if(ce.length>0){if(ee&&ge){let et=bt(ce[0]);e.texStorage2D(i.TEXTURE_2D,At,Yt,et.width,et.height)}for(let et=0,ot=ce.length;et<ot;et++)Ct=ce[et],ee?z&&e.texSubImage2D(i.TEXTURE_2D,et,0,0,Tt,Gt,Ct):e.texImage2D(i.TEXTURE_2D,et,Yt,Tt,Gt,Ct);E.generateMipmaps=!1}else if(ee){if(ge){let et=bt(pt);e.texStorage2D(i.TEXTURE_2D,At,Yt,et.width,et.height)}z&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,Tt,Gt,pt)}else e.texImage2D(i.TEXTURE_2D,0,Yt,Tt,Gt,pt);m(E)&&p(J),St.__version=tt.version,E.onUpdate&&E.onUpdate(E)}L.__version=E.version}function ht(L,E,q){if(E.image.length!==6)return;let J=xt(L,E),X=E.source;e.bindTexture(i.TEXTURE_CUBE_MAP,L.__webglTexture,i.TEXTURE0+q);let tt=n.get(X);if(X.version!==tt.__version||J===!0){e.activeTexture(i.TEXTURE0+q);let St=xe.getPrimaries(xe.workingColorSpace),Et=E.colorSpace===Ni?null:xe.getPrimaries(E.colorSpace),It=E.colorSpace===Ni||St===Et?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,E.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,E.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,E.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,It);let te=E.isCompressedTexture||E.image[0].isCompressedTexture,pt=E.image[0]&&E.image[0].isDataTexture,Tt=[];for(let ot=0;ot<6;ot++)!te&&!pt?Tt[ot]=_(E.image[ot],!0,s.maxCubemapSize):Tt[ot]=pt?E.image[ot].image:E.image[ot],Tt[ot]=jt(E,Tt[ot]);let Gt=Tt[0],Yt=r.convert(E.format,E.colorSpace),Ct=r.convert(E.type),ce=v(E.internalFormat,Yt,Ct,E.colorSpace),ee=E.isVideoTexture!==!0,ge=tt.__version===void 0||J===!0,z=X.dataReady,At=R(E,Gt);wt(i.TEXTURE_CUBE_MAP,E);let et;if(te){ee&&ge&&e.texStorage2D(i.TEXTURE_CUBE_MAP,At,ce,Gt.width,Gt.height);for(let ot=0;ot<6;ot++){et=Tt[ot].mipmaps;for(let Lt=0;Lt<et.length;Lt++){let Dt=et[Lt];E.format!==Ln?Yt!==null?ee?z&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,Lt,0,0,Dt.width,Dt.height,Yt,Dt.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,Lt,ce,Dt.width,Dt.height,0,Dt.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):ee?z&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,Lt,0,0,Dt.width,Dt.height,Yt,Ct,Dt.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,Lt,ce,Dt.width,Dt.height,0,Yt,Ct,Dt.data)}}}else{if(et=E.mipmaps,ee&&ge){et.length>0&&At++;let ot=bt(Tt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,At,ce,ot.width,ot.height)}for(let ot=0;ot<6;ot++)if(pt){ee?z&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,0,0,0,Tt[ot].width,Tt[ot].height,Yt,Ct,Tt[ot].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,0,ce,Tt[ot].width,Tt[ot].height,0,Yt,Ct,Tt[ot].data);for(let Lt=0;Lt<et.length;Lt++){let re=et[Lt].image[ot].image;ee?z&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,Lt+1,0,0,re.width,re.height,Yt,Ct,re.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,Lt+1,ce,re.width,re.height,0,Yt,Ct,re.data)}}else{ee?z&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,0,0,0,Yt,Ct,Tt[ot]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,0,ce,Yt,Ct,Tt[ot]);for(let Lt=0;Lt<et.length;Lt++){let Dt=et[Lt];ee?z&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,Lt+1,0,0,Yt,Ct,Dt.image[ot]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+ot,Lt+1,ce,Yt,Ct,Dt.image[ot])}}}m(E)&&p(i.TEXTURE_CUBE_MAP),tt.__version=X.version,E.onUpdate&&E.onUpdate(E)}L.__version=E.version}function vt(L,E,q,J,X,tt){let St=r.convert(q.format,q.colorSpace),Et=r.convert(q.type),It=v(q.internalFormat,St,Et,q.colorSpace),te=n.get(E),pt=n.get(q);if(pt.__renderTarget=E,!te.__hasExternalTextures){let Tt=Math.max(1,E.width>>tt),Gt=Math.max(1,E.height>>tt);X===i.TEXTURE_3D||X===i.TEXTURE_2D_ARRAY?e.texImage3D(X,tt,It,Tt,Gt,E.depth,0,St,Et,null):e.texImage2D(X,tt,It,Tt,Gt,0,St,Et,null)}e.bindFramebuffer(i.FRAMEBUFFER,L),Ft(E)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,J,X,pt.__webglTexture,0,ft(E)):(X===i.TEXTURE_2D||X>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&X<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,J,X,pt.__webglTexture,tt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function rt(L,E,q){if(i.bindRenderbuffer(i.RENDERBUFFER,L),E.depthBuffer){let J=E.depthTexture,X=J&&J.isDepthTexture?J.type:null,tt=x(E.stencilBuffer,X),St=E.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Et=ft(E);Ft(E)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,Et,tt,E.width,E.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,Et,tt,E.width,E.height):i.renderbufferStorage(i.RENDERBUFFER,tt,E.width,E.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,St,i.RENDERBUFFER,L)}else{let J=E.textures;for(let X=0;X<J.length;X++){let tt=J[X],St=r.convert(tt.format,tt.colorSpace),Et=r.convert(tt.type),It=v(tt.internalFormat,St,Et,tt.colorSpace),te=ft(E);q&&Ft(E)===!1?i.renderbufferStorageMultisample(i.RENDERBUFFER,te,It,E.width,E.height):Ft(E)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,te,It,E.width,E.height):i.renderbufferStorage(i.RENDERBUFFER,It,E.width,E.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function kt(L,E){if(E&&E.isWebGLCubeRenderTarget)throw new Error("Depth Texture with cube render targets is not supported");if(e.bindFramebuffer(i.FRAMEBUFFER,L),!(E.depthTexture&&E.depthTexture.isDepthTexture))throw new Error("renderTarget.depthTexture must be an instance of THREE.DepthTexture");let J=n.get(E.depthTexture);J.__renderTarget=E,(!J.__webglTexture||E.depthTexture.image.width!==E.width||E.depthTexture.image.height!==E.height)&&(E.depthTexture.image.width=E.width,E.depthTexture.image.height=E.height,E.depthTexture.needsUpdate=!0),W(E.depthTexture,0);let X=J.__webglTexture,tt=ft(E);if(E.depthTexture.format===Vr)Ft(E)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,X,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,X,0);else if(E.depthTexture.format===jr)Ft(E)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,X,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,X,0);else throw new Error("Unknown depthTexture format")}function $t(L){let E=n.get(L),q=L.isWebGLCubeRenderTarget===!0;if(E.__boundDepthTexture!==L.depthTexture){let J=L.depthTexture;if(E.__depthDisposeCallback&&E.__depthDisposeCallback(),J){let X=()=>{delete E.__boundDepthTexture,delete E.__depthDisposeCallback,J.removeEventListener("dispose",X)};J.addEventListener("dispose",X),E.__depthDisposeCallback=X}E.__boundDepthTexture=J}if(L.depthTexture&&!E.__autoAllocateDepthBuffer){if(q)throw new Error("target.depthTexture not supported in Cube render targets");kt(E.__webglFramebuffer,L)}else if(q){E.__webglDepthbuffer=[];for(let J=0;J<6;J++)if(e.bindFramebuffer(i.FRAMEBUFFER,E.__webglFramebuffer[J]),E.__webglDepthbuffer[J]===void 0)E.__webglDepthbuffer[J]=i.createRenderbuffer(),rt(E.__webglDepthbuffer[J],L,!1);else{let X=L.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,tt=E.__webglDepthbuffer[J];i.bindRenderbuffer(i.RENDERBUFFER,tt),i.framebufferRenderbuffer(i.FRAMEBUFFER,X,i.RENDERBUFFER,tt)}}else if(e.bindFramebuffer(i.FRAMEBUFFER,E.__webglFramebuffer),E.__webglDepthbuffer===void 0)E.__webglDepthbuffer=i.createRenderbuffer(),rt(E.__webglDepthbuffer,L,!1);else{let J=L.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,X=E.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,X),i.framebufferRenderbuffer(i.FRAMEBUFFER,J,i.RENDERBUFFER,X)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function Ut(L,E,q){let J=n.get(L);E!==void 0&&vt(J.__webglFramebuffer,L,L.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&$t(L)}function ie(L){let E=L.texture,q=n.get(L),J=n.get(E);L.addEventListener("dispose",I);let X=L.textures,tt=L.isWebGLCubeRenderTarget===!0,St=X.length>1;if(St||(J.__webglTexture===void 0&&(J.__webglTexture=i.createTexture()),J.__version=E.version,o.memory.textures++),tt){q.__webglFramebuffer=[];for(let Et=0;Et<6;Et++)if(E.mipmaps&&E.mipmaps.length>0){q.__webglFramebuffer[Et]=[];for(let It=0;It<E.mipmaps.length;It++)q.__webglFramebuffer[Et][It]=i.createFramebuffer()}else q.__webglFramebuffer[Et]=i.createFramebuffer()}else{if(E.mipmaps&&E.mipmaps.length>0){q.__webglFramebuffer=[];for(let Et=0;Et<E.mipmaps.length;Et++)q.__webglFramebuffer[Et]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(St)for(let Et=0,It=X.length;Et<It;Et++){let te=n.get(X[Et]);te.__webglTexture===void 0&&(te.__webglTexture=i.createTexture(),o.memory.textures++)}if(L.samples>0&&Ft(L)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let Et=0;Et<X.length;Et++){let It=X[Et];q.__webglColorRenderbuffer[Et]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[Et]);let te=r.convert(It.format,It.colorSpace),pt=r.convert(It.type),Tt=v(It.internalFormat,te,pt,It.colorSpace,L.isXRRenderTarget===!0),Gt=ft(L);i.renderbufferStorageMultisample(i.RENDERBUFFER,Gt,Tt,L.width,L.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+Et,i.RENDERBUFFER,q.__webglColorRenderbuffer[Et])}i.bindRenderbuffer(i.RENDERBUFFER,null),L.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),rt(q.__webglDepthRenderbuffer,L,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(tt){e.bindTexture(i.TEXTURE_CUBE_MAP,J.__webglTexture),wt(i.TEXTURE_CUBE_MAP,E);for(let Et=0;Et<6;Et++)if(E.mipmaps&&E.mipmaps.length>0)for(let It=0;It<E.mipmaps.length;It++)vt(q.__webglFramebuffer[Et][It],L,E,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+Et,It);else vt(q.__webglFramebuffer[Et],L,E,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+Et,0);m(E)&&p(i.TEXTURE_CUBE_MAP),e.unbindTexture()}else if(St){for(let Et=0,It=X.length;Et<It;Et++){let te=X[Et],pt=n.get(te);e.bindTexture(i.TEXTURE_2D,pt.__webglTexture),wt(i.TEXTURE_2D,te),vt(q.__webglFramebuffer,L,te,i.COLOR_ATTACHMENT0+Et,i.TEXTURE_2D,0),m(te)&&p(i.TEXTURE_2D)}e.unbindTexture()}else{let Et=i.TEXTURE_2D;if((L.isWebGL3DRenderTarget||L.isWebGLArrayRenderTarget)&&(Et=L.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(Et,J.__webglTexture),wt(Et,E),E.mipmaps&&E.mipmaps.length>0)for(let It=0;It<E.mipmaps.length;It++)vt(q.__webglFramebuffer[It],L,E,i.COLOR_ATTACHMENT0,Et,It);else vt(q.__webglFramebuffer,L,E,i.COLOR_ATTACHMENT0,Et,0);m(E)&&p(Et),e.unbindTexture()}L.depthBuffer&&$t(L)}function st(L){let E=L.textures;for(let q=0,J=E.length;q<J;q++){let X=E[q];if(m(X)){let tt=y(L),St=n.get(X).__webglTexture;e.bindTexture(tt,St),p(tt),e.unbindTexture()}}}let ut=[],F=[];function zt(L){if(L.samples>0){if(Ft(L)===!1){let E=L.textures,q=L.width,J=L.height,X=i.COLOR_BUFFER_BIT,tt=L.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,St=n.get(L),Et=E.length>1;if(Et)for(let It=0;It<E.length;It++)e.bindFramebuffer(i.FRAMEBUFFER,St.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+It,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,St.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+It,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,St.__webglMultisampledFramebuffer),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,St.__webglFramebuffer);for(let It=0;It<E.length;It++){if(L.resolveDepthBuffer&&(L.depthBuffer&&(X|=i.DEPTH_BUFFER_BIT),L.stencilBuffer&&L.resolveStencilBuffer&&(X|=i.STENCIL_BUFFER_BIT)),Et){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,St.__webglColorRenderbuffer[It]);let te=n.get(E[It]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,te,0)}i.blitFramebuffer(0,0,q,J,0,0,q,J,X,i.NEAREST),l===!0&&(ut.length=0,F.length=0,ut.push(i.COLOR_ATTACHMENT0+It),L.depthBuffer&&L.resolveDepthBuffer===!1&&(ut.push(tt),F.push(tt),i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,F)),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,ut))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),Et)for(let It=0;It<E.length;It++){e.bindFramebuffer(i.FRAMEBUFFER,St.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+It,i.RENDERBUFFER,St.__webglColorRenderbuffer[It]);let te=n.get(E[It]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,St.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+It,i.TEXTURE_2D,te,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,St.__webglMultisampledFramebuffer)}else if(L.depthBuffer&&L.resolveDepthBuffer===!1&&l){let E=L.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[E])}}}function ft(L){return Math.min(s.maxSamples,L.samples)}function Ft(L){let E=n.get(L);return L.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&E.__useRenderToTexture!==!1}function Mt(L){let E=o.render.frame;h.get(L)!==E&&(h.set(L,E),L.update())}function jt(L,E){let q=L.colorSpace,J=L.format,X=L.type;return L.isCompressedTexture===!0||L.isVideoTexture===!0||q!==ao&&q!==Ni&&(xe.getTransfer(q)===Pe?(J!==Ln||X!==Qi)&&console.warn("THREE.WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):console.error("THREE.WebGLTextures: Unsupported texture color space:",q)),E}function bt(L){return typeof HTMLImageElement<"u"&&L instanceof HTMLImageElement?(c.width=L.naturalWidth||L.width,c.height=L.naturalHeight||L.height):typeof VideoFrame<"u"&&L instanceof VideoFrame?(c.width=L.displayWidth,c.height=L.displayHeight):(c.width=L.width,c.height=L.height),c}this.allocateTextureUnit=O,this.resetTextureUnits=V,this.setTexture2D=W,this.setTexture2DArray=Y,this.setTexture3D=K,this.setTextureCube=Q,this.rebindTextures=Ut,this.setupRenderTarget=ie,this.updateRenderTargetMipmap=st,this.updateMultisampleRenderTarget=zt,this.setupDepthRenderbuffer=$t,this.setupFrameBufferTexture=vt,this.useMultisampledRTT=Ft}function Kb(i,t){function e(n,s=Ni){let r,o=xe.getTransfer(s);if(n===Qi)return i.UNSIGNED_BYTE;if(n===ju)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Ju)return i.UNSIGNED_SHORT_5_5_5_1;if(n===hm)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===lm)return i.BYTE;if(n===cm)return i.SHORT;if(n===jo)return i.UNSIGNED_SHORT;if(n===Zu)return i.INT;if(n===Qs)return i.UNSIGNED_INT;if(n===oi)return i.FLOAT;if(n===pa)return i.HALF_FLOAT;if(n===um)return i.ALPHA;if(n===fm)return i.RGB;if(n===Ln)return i.RGBA;if(n===dm)return i.LUMINANCE;if(n===pm)return i.LUMINANCE_ALPHA;if(n===Vr)return i.DEPTH_COMPONENT;if(n===jr)return i.DEPTH_STENCIL;if(n===Ku)return i.RED;if(n===Qu)return i.RED_INTEGER;if(n===mm)return i.RG;if(n===tf)return i.RG_INTEGER;if(n===ef)return i.RGBA_INTEGER;if(n===ul||n===fl||n===dl||n===pl)if(o===Pe)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===ul)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===fl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===dl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===pl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===ul)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===fl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===dl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===pl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Wh||n===Xh||n===Yh||n===qh)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Wh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Xh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Yh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===qh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===$h||n===Zh||n===jh)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===$h||n===Zh)return o===Pe?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===jh)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC}else return null;if(n===Jh||n===Kh||n===Qh||n===tu||n===eu||n===nu||n===iu||n===su||n===ru||n===ou||n===au||n===lu||n===cu||n===hu)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Jh)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Kh)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Qh)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===tu)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===eu)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===nu)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===iu)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===su)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===ru)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===ou)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===au)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===lu)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===cu)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===hu)return o===Pe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===ml||n===uu||n===fu)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===ml)return o===Pe?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===uu)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===fu)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===gm||n===du||n===pu||n===mu)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===ml)return r.COMPRESSED_RED_RGTC1_EXT;if(n===du)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===pu)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===mu)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Zr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var Cu=class extends vn{constructor(t=[]){super(),this.isArrayCamera=!0,this.cameras=t}},bn=class extends En{constructor(){super(),this.isGroup=!0,this.type="Group"}},Qb={type:"move"},Wo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new bn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new bn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new C,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new C),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new bn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new C,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new C),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let m=e.getJointPose(_,n),p=this._getHandJoint(c,_);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.rotation,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],f=h.position.distanceTo(u.position),d=.02,g=.005;c.inputState.pinching&&f>d+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&f<=d-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.rotation,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.rotation,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Qb)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new bn;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},tw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,ew=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Pu=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e,n){if(this.texture===null){let s=new zn,r=t.properties.get(s);r.__webglTexture=e.texture,(e.depthNear!=n.depthNear||e.depthFar!=n.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=s}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Nn({vertexShader:tw,fragmentShader:ew,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new De(new Oi(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Iu=class extends ts{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,f=null,d=null,g=null,_=new Pu,m=e.getContextAttributes(),p=null,y=null,v=[],x=[],R=new at,T=null,I=new vn;I.viewport=new $e;let N=new vn;N.viewport=new $e;let S=[I,N],b=new Cu,P=null,V=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(nt){let ht=v[nt];return ht===void 0&&(ht=new Wo,v[nt]=ht),ht.getTargetRaySpace()},this.getControllerGrip=function(nt){let ht=v[nt];return ht===void 0&&(ht=new Wo,v[nt]=ht),ht.getGripSpace()},this.getHand=function(nt){let ht=v[nt];return ht===void 0&&(ht=new Wo,v[nt]=ht),ht.getHandSpace()};function O(nt){let ht=x.indexOf(nt.inputSource);if(ht===-1)return;let vt=v[ht];vt!==void 0&&(vt.update(nt.inputSource,nt.frame,c||o),vt.dispatchEvent({type:nt.type,data:nt.inputSource}))}function H(){s.removeEventListener("select",O),s.removeEventListener("selectstart",O),s.removeEventListener("selectend",O),s.removeEventListener("squeeze",O),s.removeEventListener("squeezestart",O),s.removeEventListener("squeezeend",O),s.removeEventListener("end",H),s.removeEventListener("inputsourceschange",W);for(let nt=0;nt<v.length;nt++){let ht=x[nt];ht!==null&&(x[nt]=null,v[nt].disconnect(ht))}P=null,V=null,_.reset(),t.setRenderTarget(p),d=null,f=null,u=null,s=null,y=null,xt.stop(),n.isPresenting=!1,t.setPixelRatio(T),t.setSize(R.width,R.height,!1),n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(nt){r=nt,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(nt){a=nt,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(nt){c=nt},this.getBaseLayer=function(){return f!==null?f:d},this.getBinding=function(){return u},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(nt){if(s=nt,s!==null){if(p=t.getRenderTarget(),s.addEventListener("select",O),s.addEventListener("selectstart",O),s.addEventListener("selectend",O),s.addEventListener("squeeze",O),s.addEventListener("squeezestart",O),s.addEventListener("squeezeend",O),s.addEventListener("end",H),s.addEventListener("inputsourceschange",W),m.xrCompatible!==!0&&await e.makeXRCompatible(),T=t.getPixelRatio(),t.getSize(R),s.renderState.layers===void 0){let ht={antialias:m.antialias,alpha:!0,depth:m.depth,stencil:m.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,ht),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),y=new es(d.framebufferWidth,d.framebufferHeight,{format:Ln,type:Qi,colorSpace:t.outputColorSpace,stencilBuffer:m.stencil})}else{let ht=null,vt=null,rt=null;m.depth&&(rt=m.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,ht=m.stencil?jr:Vr,vt=m.stencil?Zr:Qs);let kt={colorFormat:e.RGBA8,depthFormat:rt,scaleFactor:r};u=new XRWebGLBinding(s,e),f=u.createProjectionLayer(kt),s.updateRenderState({layers:[f]}),t.setPixelRatio(1),t.setSize(f.textureWidth,f.textureHeight,!1),y=new es(f.textureWidth,f.textureHeight,{format:Ln,type:Qi,depthTexture:new El(f.textureWidth,f.textureHeight,vt,void 0,void 0,void 0,void 0,void 0,void 0,ht),stencilBuffer:m.stencil,colorSpace:t.outputColorSpace,samples:m.antialias?4:0,resolveDepthBuffer:f.ignoreDepthValues===!1})}y.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),xt.setContext(s),xt.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return _.getDepthTexture()};function W(nt){for(let ht=0;ht<nt.removed.length;ht++){let vt=nt.removed[ht],rt=x.indexOf(vt);rt>=0&&(x[rt]=null,v[rt].disconnect(vt))}for(let ht=0;ht<nt.added.length;ht++){let vt=nt.added[ht],rt=x.indexOf(vt);if(rt===-1){for(let $t=0;$t<v.length;$t++)if($t>=x.length){x.push(vt),rt=$t;break}else if(x[$t]===null){x[$t]=vt,rt=$t;break}if(rt===-1)break}let kt=v[rt];kt&&kt.connect(vt)}}let Y=new C,K=new C;function Q(nt,ht,vt){Y.setFromMatrixPosition(ht.matrixWorld),K.setFromMatrixPosition(vt.matrixWorld);let rt=Y.distanceTo(K),kt=ht.projectionMatrix.elements,$t=vt.projectionMatrix.elements,Ut=kt[14]/(kt[10]-1),ie=kt[14]/(kt[10]+1),st=(kt[9]+1)/kt[5],ut=(kt[9]-1)/kt[5],F=(kt[8]-1)/kt[0],zt=($t[8]+1)/$t[0],ft=Ut*F,Ft=Ut*zt,Mt=rt/(-F+zt),jt=Mt*-F;if(ht.matrixWorld.decompose(nt.position,nt.quaternion,nt.scale),nt.translateX(jt),nt.translateZ(Mt),nt.matrixWorld.compose(nt.position,nt.quaternion,nt.scale),nt.matrixWorldInverse.copy(nt.matrixWorld).invert(),kt[10]===-1)nt.projectionMatrix.copy(ht.projectionMatrix),nt.projectionMatrixInverse.copy(ht.projectionMatrixInverse);else{let bt=Ut+Mt,L=ie+Mt,E=ft-jt,q=Ft+(rt-jt),J=st*ie/L*bt,X=ut*ie/L*bt;nt.projectionMatrix.makePerspective(E,q,J,X,bt,L),nt.projectionMatrixInverse.copy(nt.projectionMatrix).invert()}}function lt(nt,ht){ht===null?nt.matrixWorld.copy(nt.matrix):nt.matrixWorld.multiplyMatrices(ht.matrixWorld,nt.matrix),nt.matrixWorldInverse.copy(nt.matrixWorld).invert()}this.updateCamera=function(nt){if(s===null)return;let ht=nt.near,vt=nt.far;_.texture!==null&&(_.depthNear>0&&(ht=_.depthNear),_.depthFar>0&&(vt=_.depthFar)),b.near=N.near=I.near=ht,b.far=N.far=I.far=vt,(P!==b.near||V!==b.far)&&(s.updateRenderState({depthNear:b.near,depthFar:b.far}),P=b.near,V=b.far),I.layers.mask=nt.layers.mask|2,N.layers.mask=nt.layers.mask|4,b.layers.mask=I.layers.mask|N.layers.mask;let rt=nt.parent,kt=b.cameras;lt(b,rt);for(let $t=0;$t<kt.length;$t++)lt(kt[$t],rt);kt.length===2?Q(b,I,N):b.projectionMatrix.copy(I.projectionMatrix),ct(nt,b,rt)};function ct(nt,ht,vt){vt===null?nt.matrix.copy(ht.matrixWorld):(nt.matrix.copy(vt.matrixWorld),nt.matrix.invert(),nt.matrix.multiply(ht.matrixWorld)),nt.matrix.decompose(nt.position,nt.quaternion,nt.scale),nt.updateMatrixWorld(!0),nt.projectionMatrix.copy(ht.projectionMatrix),nt.projectionMatrixInverse.copy(ht.projectionMatrixInverse),nt.isPerspectiveCamera&&(nt.fov=Ko*2*Math.atan(1/nt.projectionMatrix.elements[5]),nt.zoom=1)}this.getCamera=function(){return b},this.getFoveation=function(){if(!(f===null&&d===null))return l},this.setFoveation=function(nt){l=nt,f!==null&&(f.fixedFoveation=nt),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=nt)},this.hasDepthSensing=function(){return _.texture!==null},this.getDepthSensingMesh=function(){return _.getMesh(b)};let gt=null;function wt(nt,ht){if(h=ht.getViewerPose(c||o),g=ht,h!==null){let vt=h.views;d!==null&&(t.setRenderTargetFramebuffer(y,d.framebuffer),t.setRenderTarget(y));let rt=!1;vt.length!==b.cameras.length&&(b.cameras.length=0,rt=!0);for(let $t=0;$t<vt.length;$t++){let Ut=vt[$t],ie=null;if(d!==null)ie=d.getViewport(Ut);else{let ut=u.getViewSubImage(f,Ut);ie=ut.viewport,$t===0&&(t.setRenderTargetTextures(y,ut.colorTexture,f.ignoreDepthValues?void 0:ut.depthStencilTexture),t.setRenderTarget(y))}let st=S[$t];st===void 0&&(st=new vn,st.layers.enable($t),st.viewport=new $e,S[$t]=st),st.matrix.fromArray(Ut.transform.matrix),st.matrix.decompose(st.position,st.quaternion,st.scale),st.projectionMatrix.fromArray(Ut.projectionMatrix),st.projectionMatrixInverse.copy(st.projectionMatrix).invert(),st.viewport.set(ie.x,ie.y,ie.width,ie.height),$t===0&&(b.matrix.copy(st.matrix),b.matrix.decompose(b.position,b.quaternion,b.scale)),rt===!0&&b.cameras.push(st)}let kt=s.enabledFeatures;if(kt&&kt.includes("depth-sensing")){let $t=u.getDepthInformation(vt[0]);$t&&$t.isValid&&$t.texture&&_.init(t,$t,s.renderState)}}for(let vt=0;vt<v.length;vt++){let rt=x[vt],kt=v[vt];rt!==null&&kt!==void 0&&kt.update(rt,ht,c||o)}gt&&gt(nt,ht),ht.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:ht}),g=null}let xt=new Mm;xt.setAnimationLoop(wt),this.setAnimationLoop=function(nt){gt=nt},this.dispose=function(){}}},Zs=new ai,nw=new le;function iw(i,t){function e(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,vm(i)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,y,v,x){p.isMeshBasicMaterial||p.isMeshLambertMaterial?r(m,p):p.isMeshToonMaterial?(r(m,p),u(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p)):p.isMeshStandardMaterial?(r(m,p),f(m,p),p.isMeshPhysicalMaterial&&d(m,p,x)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),_(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,y,v):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,e(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===kn&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,e(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===kn&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,e(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,e(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let y=t.get(p),v=y.envMap,x=y.envMapRotation;v&&(m.envMap.value=v,Zs.copy(x),Zs.x*=-1,Zs.y*=-1,Zs.z*=-1,v.isCubeTexture&&v.isRenderTargetTexture===!1&&(Zs.y*=-1,Zs.z*=-1),m.envMapRotation.value.setFromMatrix4(nw.makeRotationFromEuler(Zs)),m.flipEnvMap.value=v.isCubeTexture&&v.isRenderTargetTexture===!1?-1:1,m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,y,v){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*y,m.scale.value=v*.5,p.map&&(m.map.value=p.map,e(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function u(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function f(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function d(m,p,y){m.ior.value=p.ior,p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===kn&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessRange[0],m.iridescenceThicknessMaximum.value=p.iridescenceThicknessRange[1],p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=y.texture,m.transmissionSamplerSize.value.set(y.width,y.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function _(m,p){let y=t.get(p).light;m.referencePosition.value.setFromMatrixPosition(y.matrixWorld),m.nearDistance.value=y.shadow.camera.near,m.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function sw(i,t,e,n){let s={},r={},o=[],a=i.getParameter(i.MAX_UNIFORM_BUFFER_BINDINGS);function l(y,v){let x=v.program;n.uniformBlockBinding(y,x)}function c(y,v){let x=s[y.id];x===void 0&&(g(y),x=h(y),s[y.id]=x,y.addEventListener("dispose",m));let R=v.program;n.updateUBOMapping(y,R);let T=t.render.frame;r[y.id]!==T&&(f(y),r[y.id]=T)}function h(y){let v=u();y.__bindingPointIndex=v;let x=i.createBuffer(),R=y.__size,T=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,x),i.bufferData(i.UNIFORM_BUFFER,R,T),i.bindBuffer(i.UNIFORM_BUFFER,null),i.bindBufferBase(i.UNIFORM_BUFFER,v,x),x}function u(){for(let y=0;y<a;y++)if(o.indexOf(y)===-1)return o.push(y),y;return console.error("THREE.WebGLRenderer: Maximum number of simultaneously usable uniforms groups reached."),0}function f(y){let v=s[y.id],x=y.uniforms,R=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,v);for(let T=0,I=x.length;T<I;T++){let N=Array.isArray(x[T])?x[T]:[x[T]];for(let S=0,b=N.length;S<b;S++){let P=N[S];if(d(P,T,S,R)===!0){let V=P.__offset,O=Array.isArray(P.value)?P.value:[P.value],H=0;for(let W=0;W<O.length;W++){let Y=O[W],K=_(Y);typeof Y=="number"||typeof Y=="boolean"?(P.__data[0]=Y,i.bufferSubData(i.UNIFORM_BUFFER,V+H,P.__data)):Y.isMatrix3?(P.__data[0]=Y.elements[0],P.__data[1]=Y.elements[1],P.__data[2]=Y.elements[2],P.__data[3]=0,P.__data[4]=Y.elements[3],P.__data[5]=Y.elements[4],P.__data[6]=Y.elements[5],P.__data[7]=0,P.__data[8]=Y.elements[6],P.__data[9]=Y.elements[7],P.__data[10]=Y.elements[8],P.__data[11]=0):(Y.toArray(P.__data,H),H+=K.storage/Float32Array.BYTES_PER_ELEMENT)}i.bufferSubData(i.UNIFORM_BUFFER,V,P.__data)}}}i.bindBuffer(i.UNIFORM_BUFFER,null)}function d(y,v,x,R){let T=y.value,I=v+"_"+x;if(R[I]===void 0)return typeof T=="number"||typeof T=="boolean"?R[I]=T:R[I]=T.clone(),!0;{let N=R[I];if(typeof T=="number"||typeof T=="boolean"){if(N!==T)return R[I]=T,!0}else if(N.equals(T)===!1)return N.copy(T),!0}return!1}function g(y){let v=y.uniforms,x=0,R=16;for(let I=0,N=v.length;I<N;I++){let S=Array.isArray(v[I])?v[I]:[v[I]];for(let b=0,P=S.length;b<P;b++){let V=S[b],O=Array.isArray(V.value)?V.value:[V.value];for(let H=0,W=O.length;H<W;H++){let Y=O[H],K=_(Y),Q=x%R,lt=Q%K.boundary,ct=Q+lt;x+=lt,ct!==0&&R-ct<K.storage&&(x+=R-ct),V.__data=new Float32Array(K.storage/Float32Array.BYTES_PER_ELEMENT),V.__offset=x,x+=K.storage}}}let T=x%R;return T>0&&(x+=R-T),y.__size=x,y.__cache={},this}function _(y){let v={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(v.boundary=4,v.storage=4):y.isVector2?(v.boundary=8,v.storage=8):y.isVector3||y.isColor?(v.boundary=16,v.storage=12):y.isVector4?(v.boundary=16,v.storage=16):y.isMatrix3?(v.boundary=48,v.storage=48):y.isMatrix4?(v.boundary=64,v.storage=64):y.isTexture?console.warn("THREE.WebGLRenderer: Texture samplers can not be part of an uniforms group."):console.warn("THREE.WebGLRenderer: Unsupported uniform value type.",y),v}function m(y){let v=y.target;v.removeEventListener("dispose",m);let x=o.indexOf(v.__bindingPointIndex);o.splice(x,1),i.deleteBuffer(s[v.id]),delete s[v.id],delete r[v.id]}function p(){for(let y in s)i.deleteBuffer(s[y]);o=[],s={},r={}}return{bind:l,update:c,dispose:p}}var Sl=class{constructor(t={}){let{canvas:e=lx(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reverseDepthBuffer:f=!1}=t;this.isWebGLRenderer=!0;let d;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");d=n.getContextAttributes().alpha}else d=o;let g=new Uint32Array(4),_=new Int32Array(4),m=null,p=null,y=[],v=[];this.domElement=e,this.debug={checkShaderErrors:!0,onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this._outputColorSpace=Bn,this.toneMapping=ws,this.toneMappingExposure=1;let x=this,R=!1,T=0,I=0,N=null,S=-1,b=null,P=new $e,V=new $e,O=null,H=new Xt(0),W=0,Y=e.width,K=e.height,Q=1,lt=null,ct=null,gt=new $e(0,0,Y,K),wt=new $e(0,0,Y,K),xt=!1,nt=new ta,ht=!1,vt=!1,rt=new le,kt=new le,$t=new C,Ut=new $e,ie={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},st=!1;function ut(){return N===null?Q:1}let F=n;function zt(A,k){return e.getContext(A,k)}try{let A={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine","three.js r170"),e.addEventListener("webglcontextlost",ot,!1),e.addEventListener("webglcontextrestored",Lt,!1),e.addEventListener("webglcontextcreationerror",Dt,!1),F===null){let k="webgl2";if(F=zt(k,A),F===null)throw zt(k)?new Error("Error creating WebGL context with your selected attributes."):new Error("Error creating WebGL context.")}}catch(A){throw console.error("THREE.WebGLRenderer: "+A.message),A}let ft,Ft,Mt,jt,bt,L,E,q,J,X,tt,St,Et,It,te,pt,Tt,Gt,Yt,Ct,ce,ee,ge,z;function At(){ft=new vM(F),ft.init(),ee=new Kb(F,ft),Ft=new pM(F,ft,t,ee),Mt=new Zb(F,ft),Ft.reverseDepthBuffer&&f&&Mt.buffers.depth.setReversed(!0),jt=new wM(F),bt=new Fb,L=new Jb(F,ft,Mt,bt,Ft,ee,jt),E=new gM(x),q=new yM(x),J=new Px(F),ge=new fM(F,J),X=new MM(F,J,jt,ge),tt=new SM(F,X,J,jt),Yt=new EM(F,Ft,L),pt=new mM(bt),St=new Ub(x,E,q,ft,Ft,ge,pt),Et=new iw(x,bt),It=new Bb,te=new Wb(ft),Gt=new uM(x,E,q,Mt,tt,d,l),Tt=new qb(x,tt,Ft),z=new sw(F,jt,Ft,Mt),Ct=new dM(F,ft,jt),ce=new bM(F,ft,jt),jt.programs=St.programs,x.capabilities=Ft,x.extensions=ft,x.properties=bt,x.renderLists=It,x.shadowMap=Tt,x.state=Mt,x.info=jt}At();let et=new Iu(x,F);this.xr=et,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let A=ft.get("WEBGL_lose_context");A&&A.loseContext()},this.forceContextRestore=function(){let A=ft.get("WEBGL_lose_context");A&&A.restoreContext()},this.getPixelRatio=function(){return Q},this.setPixelRatio=function(A){A!==void 0&&(Q=A,this.setSize(Y,K,!1))},this.getSize=function(A){return A.set(Y,K)},this.setSize=function(A,k,$=!0){if(et.isPresenting){console.warn("THREE.WebGLRenderer: Can't change size while VR device is presenting.");return}Y=A,K=k,e.width=Math.floor(A*Q),e.height=Math.floor(k*Q),$===!0&&(e.style.width=A+"px",e.style.height=k+"px"),this.setViewport(0,0,A,k)},this.getDrawingBufferSize=function(A){return A.set(Y*Q,K*Q).floor()},this.setDrawingBufferSize=function(A,k,$){Y=A,K=k,Q=$,e.width=Math.floor(A*$),e.height=Math.floor(k*$),this.setViewport(0,0,A,k)},this.getCurrentViewport=function(A){return A.copy(P)},this.getViewport=function(A){return A.copy(gt)},this.setViewport=function(A,k,$,Z){A.isVector4?gt.set(A.x,A.y,A.z,A.w):gt.set(A,k,$,Z),Mt.viewport(P.copy(gt).multiplyScalar(Q).round())},this.getScissor=function(A){return A.copy(wt)},this.setScissor=function(A,k,$,Z){A.isVector4?wt.set(A.x,A.y,A.z,A.w):wt.set(A,k,$,Z),Mt.scissor(V.copy(wt).multiplyScalar(Q).round())},this.getScissorTest=function(){return xt},this.setScissorTest=function(A){Mt.setScissorTest(xt=A)},this.setOpaqueSort=function(A){lt=A},this.setTransparentSort=function(A){ct=A},this.getClearColor=function(A){return A.copy(Gt.getClearColor())},this.setClearColor=function(){Gt.setClearColor.apply(Gt,arguments)},this.getClearAlpha=function(){return Gt.getClearAlpha()},this.setClearAlpha=function(){Gt.setClearAlpha.apply(Gt,arguments)},this.clear=function(A=!0,k=!0,$=!0){let Z=0;if(A){let G=!1;if(N!==null){let mt=N.texture.format;G=mt===ef||mt===tf||mt===Qu}if(G){let mt=N.texture.type,Rt=mt===Qi||mt===Qs||mt===jo||mt===Zr||mt===ju||mt===Ju,Wt=Gt.getClearColor(),Ht=Gt.getClearAlpha(),Jt=Wt.r,Qt=Wt.g,Vt=Wt.b;Rt?(g[0]=Jt,g[1]=Qt,g[2]=Vt,g[3]=Ht,F.clearBufferuiv(F.COLOR,0,g)):(_[0]=Jt,_[1]=Qt,_[2]=Vt,_[3]=Ht,F.clearBufferiv(F.COLOR,0,_))}else Z|=F.COLOR_BUFFER_BIT}k&&(Z|=F.DEPTH_BUFFER_BIT),$&&(Z|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),F.clear(Z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.dispose=function(){e.removeEventListener("webglcontextlost",ot,!1),e.removeEventListener("webglcontextrestored",Lt,!1),e.removeEventListener("webglcontextcreationerror",Dt,!1),It.dispose(),te.dispose(),bt.dispose(),E.dispose(),q.dispose(),tt.dispose(),ge.dispose(),z.dispose(),St.dispose(),et.dispose(),et.removeEventListener("sessionstart",Vn),et.removeEventListener("sessionend",ki),Fn.stop()};function ot(A){A.preventDefault(),console.log("THREE.WebGLRenderer: Context Lost."),R=!0}function Lt(){console.log("THREE.WebGLRenderer: Context Restored."),R=!1;let A=jt.autoReset,k=Tt.enabled,$=Tt.autoUpdate,Z=Tt.needsUpdate,G=Tt.type;At(),jt.autoReset=A,Tt.enabled=k,Tt.autoUpdate=$,Tt.needsUpdate=Z,Tt.type=G}function Dt(A){console.error("THREE.WebGLRenderer: A WebGL context could not be created. Reason: ",A.statusMessage)}function re(A){let k=A.target;k.removeEventListener("dispose",re),He(k)}function He(A){an(A),bt.remove(A)}function an(A){let k=bt.get(A).programs;k!==void 0&&(k.forEach(function($){St.releaseProgram($)}),A.isShaderMaterial&&St.releaseShaderCache(A))}this.renderBufferDirect=function(A,k,$,Z,G,mt){k===null&&(k=ie);let Rt=G.isMesh&&G.matrixWorld.determinant()<0,Wt=Vc(A,k,$,Z,G);Mt.setMaterial(Z,Rt);let Ht=$.index,Jt=1;if(Z.wireframe===!0){if(Ht=X.getWireframeAttribute($),Ht===void 0)return;Jt=2}let Qt=$.drawRange,Vt=$.attributes.position,de=Qt.start*Jt,Se=(Qt.start+Qt.count)*Jt;mt!==null&&(de=Math.max(de,mt.start*Jt),Se=Math.min(Se,(mt.start+mt.count)*Jt)),Ht!==null?(de=Math.max(de,0),Se=Math.min(Se,Ht.count)):Vt!=null&&(de=Math.max(de,0),Se=Math.min(Se,Vt.count));let Ae=Se-de;if(Ae<0||Ae===1/0)return;ge.setup(G,Z,Wt,$,Ht);let ln,me=Ct;if(Ht!==null&&(ln=J.get(Ht),me=ce,me.setIndex(ln)),G.isMesh)Z.wireframe===!0?(Mt.setLineWidth(Z.wireframeLinewidth*ut()),me.setMode(F.LINES)):me.setMode(F.TRIANGLES);else if(G.isLine){let qt=Z.linewidth;qt===void 0&&(qt=1),Mt.setLineWidth(qt*ut()),G.isLineSegments?me.setMode(F.LINES):G.isLineLoop?me.setMode(F.LINE_LOOP):me.setMode(F.LINE_STRIP)}else G.isPoints?me.setMode(F.POINTS):G.isSprite&&me.setMode(F.TRIANGLES);if(G.isBatchedMesh)if(G._multiDrawInstances!==null)me.renderMultiDrawInstances(G._multiDrawStarts,G._multiDrawCounts,G._multiDrawCount,G._multiDrawInstances);else if(ft.get("WEBGL_multi_draw"))me.renderMultiDraw(G._multiDrawStarts,G._multiDrawCounts,G._multiDrawCount);else{let qt=G._multiDrawStarts,Ve=G._multiDrawCounts,_e=G._multiDrawCount,On=Ht?J.get(Ht).bytesPerElement:1,Ai=bt.get(Z).currentProgram.getUniforms();for(let _n=0;_n<_e;_n++)Ai.setValue(F,"_gl_DrawID",_n),me.render(qt[_n]/On,Ve[_n])}else if(G.isInstancedMesh)me.renderInstances(de,Ae,G.count);else if($.isInstancedBufferGeometry){let qt=$._maxInstanceCount!==void 0?$._maxInstanceCount:1/0,Ve=Math.min($.instanceCount,qt);me.renderInstances(de,Ae,Ve)}else me.render(de,Ae)};function Me(A,k,$){A.transparent===!0&&A.side===Mn&&A.forceSinglePass===!1?(A.side=kn,A.needsUpdate=!0,ur(A,k,$),A.side=Es,A.needsUpdate=!0,ur(A,k,$),A.side=Mn):ur(A,k,$)}this.compile=function(A,k,$=null){$===null&&($=A),p=te.get($),p.init(k),v.push(p),$.traverseVisible(function(G){G.isLight&&G.layers.test(k.layers)&&(p.pushLight(G),G.castShadow&&p.pushShadow(G))}),A!==$&&A.traverseVisible(function(G){G.isLight&&G.layers.test(k.layers)&&(p.pushLight(G),G.castShadow&&p.pushShadow(G))}),p.setupLights();let Z=new Set;return A.traverse(function(G){if(!(G.isMesh||G.isPoints||G.isLine||G.isSprite))return;let mt=G.material;if(mt)if(Array.isArray(mt))for(let Rt=0;Rt<mt.length;Rt++){let Wt=mt[Rt];Me(Wt,$,G),Z.add(Wt)}else Me(mt,$,G),Z.add(mt)}),v.pop(),p=null,Z},this.compileAsync=function(A,k,$=null){let Z=this.compile(A,k,$);return new Promise(G=>{function mt(){if(Z.forEach(function(Rt){bt.get(Rt).currentProgram.isReady()&&Z.delete(Rt)}),Z.size===0){G(A);return}setTimeout(mt,10)}ft.get("KHR_parallel_shader_compile")!==null?mt():setTimeout(mt,10)})};let tn=null;function Fe(A){tn&&tn(A)}function Vn(){Fn.stop()}function ki(){Fn.start()}let Fn=new Mm;Fn.setAnimationLoop(Fe),typeof self<"u"&&Fn.setContext(self),this.setAnimationLoop=function(A){tn=A,et.setAnimationLoop(A),A===null?Fn.stop():Fn.start()},et.addEventListener("sessionstart",Vn),et.addEventListener("sessionend",ki),this.render=function(A,k){if(k!==void 0&&k.isCamera!==!0){console.error("THREE.WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(R===!0)return;if(A.matrixWorldAutoUpdate===!0&&A.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),et.enabled===!0&&et.isPresenting===!0&&(et.cameraAutoUpdate===!0&&et.updateCamera(k),k=et.getCamera()),A.isScene===!0&&A.onBeforeRender(x,A,k,N),p=te.get(A,v.length),p.init(k),v.push(p),kt.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),nt.setFromProjectionMatrix(kt),vt=this.localClippingEnabled,ht=pt.init(this.clippingPlanes,vt),m=It.get(A,y.length),m.init(),y.push(m),et.enabled===!0&&et.isPresenting===!0){let mt=x.xr.getDepthSensingMesh();mt!==null&&gn(mt,k,-1/0,x.sortObjects)}gn(A,k,0,x.sortObjects),m.finish(),x.sortObjects===!0&&m.sort(lt,ct),st=et.enabled===!1||et.isPresenting===!1||et.hasDepthSensing()===!1,st&&Gt.addToRenderList(m,A),this.info.render.frame++,ht===!0&&pt.beginShadows();let $=p.state.shadowsArray;Tt.render($,A,k),ht===!0&&pt.endShadows(),this.info.autoReset===!0&&this.info.reset();let Z=m.opaque,G=m.transmissive;if(p.setupLights(),k.isArrayCamera){let mt=k.cameras;if(G.length>0)for(let Rt=0,Wt=mt.length;Rt<Wt;Rt++){let Ht=mt[Rt];Hi(Z,G,A,Ht)}st&&Gt.render(A);for(let Rt=0,Wt=mt.length;Rt<Wt;Rt++){let Ht=mt[Rt];zi(m,A,Ht,Ht.viewport)}}else G.length>0&&Hi(Z,G,A,k),st&&Gt.render(A),zi(m,A,k);N!==null&&(L.updateMultisampleRenderTarget(N),L.updateRenderTargetMipmap(N)),A.isScene===!0&&A.onAfterRender(x,A,k),ge.resetDefaultState(),S=-1,b=null,v.pop(),v.length>0?(p=v[v.length-1],ht===!0&&pt.setGlobalState(x.clippingPlanes,p.state.camera)):p=null,y.pop(),y.length>0?m=y[y.length-1]:m=null};function gn(A,k,$,Z){if(A.visible===!1)return;if(A.layers.test(k.layers)){if(A.isGroup)$=A.renderOrder;else if(A.isLOD)A.autoUpdate===!0&&A.update(k);else if(A.isLight)p.pushLight(A),A.castShadow&&p.pushShadow(A);else if(A.isSprite){if(!A.frustumCulled||nt.intersectsSprite(A)){Z&&Ut.setFromMatrixPosition(A.matrixWorld).applyMatrix4(kt);let Rt=tt.update(A),Wt=A.material;Wt.visible&&m.push(A,Rt,Wt,$,Ut.z,null)}}else if((A.isMesh||A.isLine||A.isPoints)&&(!A.frustumCulled||nt.intersectsObject(A))){let Rt=tt.update(A),Wt=A.material;if(Z&&(A.boundingSphere!==void 0?(A.boundingSphere===null&&A.computeBoundingSphere(),Ut.copy(A.boundingSphere.center)):(Rt.boundingSphere===null&&Rt.computeBoundingSphere(),Ut.copy(Rt.boundingSphere.center)),Ut.applyMatrix4(A.matrixWorld).applyMatrix4(kt)),Array.isArray(Wt)){let Ht=Rt.groups;for(let Jt=0,Qt=Ht.length;Jt<Qt;Jt++){let Vt=Ht[Jt],de=Wt[Vt.materialIndex];de&&de.visible&&m.push(A,Rt,de,$,Ut.z,Vt)}}else Wt.visible&&m.push(A,Rt,Wt,$,Ut.z,null)}}let mt=A.children;for(let Rt=0,Wt=mt.length;Rt<Wt;Rt++)gn(mt[Rt],k,$,Z)}function zi(A,k,$,Z){let G=A.opaque,mt=A.transmissive,Rt=A.transparent;p.setupLightsView($),ht===!0&&pt.setGlobalState(x.clippingPlanes,$),Z&&Mt.viewport(P.copy(Z)),G.length>0&&Bs(G,k,$),mt.length>0&&Bs(mt,k,$),Rt.length>0&&Bs(Rt,k,$),Mt.buffers.depth.setTest(!0),Mt.buffers.depth.setMask(!0),Mt.buffers.color.setMask(!0),Mt.setPolygonOffset(!1)}function Hi(A,k,$,Z){if(($.isScene===!0?$.overrideMaterial:null)!==null)return;p.state.transmissionRenderTarget[Z.id]===void 0&&(p.state.transmissionRenderTarget[Z.id]=new es(1,1,{generateMipmaps:!0,type:ft.has("EXT_color_buffer_half_float")||ft.has("EXT_color_buffer_float")?pa:Qi,minFilter:ji,samples:4,stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,colorSpace:xe.workingColorSpace}));let mt=p.state.transmissionRenderTarget[Z.id],Rt=Z.viewport||P;mt.setSize(Rt.z,Rt.w);let Wt=x.getRenderTarget();x.setRenderTarget(mt),x.getClearColor(H),W=x.getClearAlpha(),W<1&&x.setClearColor(16777215,.5),x.clear(),st&&Gt.render($);let Ht=x.toneMapping;x.toneMapping=ws;let Jt=Z.viewport;if(Z.viewport!==void 0&&(Z.viewport=void 0),p.setupLightsView(Z),ht===!0&&pt.setGlobalState(x.clippingPlanes,Z),Bs(A,$,Z),L.updateMultisampleRenderTarget(mt),L.updateRenderTargetMipmap(mt),ft.has("WEBGL_multisampled_render_to_texture")===!1){let Qt=!1;for(let Vt=0,de=k.length;Vt<de;Vt++){let Se=k[Vt],Ae=Se.object,ln=Se.geometry,me=Se.material,qt=Se.group;if(me.side===Mn&&Ae.layers.test(Z.layers)){let Ve=me.side;me.side=kn,me.needsUpdate=!0,Ao(Ae,$,Z,ln,me,qt),me.side=Ve,me.needsUpdate=!0,Qt=!0}}Qt===!0&&(L.updateMultisampleRenderTarget(mt),L.updateRenderTargetMipmap(mt))}x.setRenderTarget(Wt),x.setClearColor(H,W),Jt!==void 0&&(Z.viewport=Jt),x.toneMapping=Ht}function Bs(A,k,$){let Z=k.isScene===!0?k.overrideMaterial:null;for(let G=0,mt=A.length;G<mt;G++){let Rt=A[G],Wt=Rt.object,Ht=Rt.geometry,Jt=Z===null?Rt.material:Z,Qt=Rt.group;Wt.layers.test($.layers)&&Ao(Wt,k,$,Ht,Jt,Qt)}}function Ao(A,k,$,Z,G,mt){A.onBeforeRender(x,k,$,Z,G,mt),A.modelViewMatrix.multiplyMatrices($.matrixWorldInverse,A.matrixWorld),A.normalMatrix.getNormalMatrix(A.modelViewMatrix),G.onBeforeRender(x,k,$,Z,A,mt),G.transparent===!0&&G.side===Mn&&G.forceSinglePass===!1?(G.side=kn,G.needsUpdate=!0,x.renderBufferDirect($,k,Z,G,A,mt),G.side=Es,G.needsUpdate=!0,x.renderBufferDirect($,k,Z,G,A,mt),G.side=Mn):x.renderBufferDirect($,k,Z,G,A,mt),A.onAfterRender(x,k,$,Z,G,mt)}function ur(A,k,$){k.isScene!==!0&&(k=ie);let Z=bt.get(A),G=p.state.lights,mt=p.state.shadowsArray,Rt=G.state.version,Wt=St.getParameters(A,G.state,mt,k,$),Ht=St.getProgramCacheKey(Wt),Jt=Z.programs;Z.environment=A.isMeshStandardMaterial?k.environment:null,Z.fog=k.fog,Z.envMap=(A.isMeshStandardMaterial?q:E).get(A.envMap||Z.environment),Z.envMapRotation=Z.environment!==null&&A.envMap===null?k.environmentRotation:A.envMapRotation,Jt===void 0&&(A.addEventListener("dispose",re),Jt=new Map,Z.programs=Jt);let Qt=Jt.get(Ht);if(Qt!==void 0){if(Z.currentProgram===Qt&&Z.lightsStateVersion===Rt)return Ti(A,Wt),Qt}else Wt.uniforms=St.getUniforms(A),A.onBeforeCompile(Wt,x),Qt=St.acquireProgram(Wt,Ht),Jt.set(Ht,Qt),Z.uniforms=Wt.uniforms;let Vt=Z.uniforms;return(!A.isShaderMaterial&&!A.isRawShaderMaterial||A.clipping===!0)&&(Vt.clippingPlanes=pt.uniform),Ti(A,Wt),Z.needsLights=Ra(A),Z.lightsStateVersion=Rt,Z.needsLights&&(Vt.ambientLightColor.value=G.state.ambient,Vt.lightProbe.value=G.state.probe,Vt.directionalLights.value=G.state.directional,Vt.directionalLightShadows.value=G.state.directionalShadow,Vt.spotLights.value=G.state.spot,Vt.spotLightShadows.value=G.state.spotShadow,Vt.rectAreaLights.value=G.state.rectArea,Vt.ltc_1.value=G.state.rectAreaLTC1,Vt.ltc_2.value=G.state.rectAreaLTC2,Vt.pointLights.value=G.state.point,Vt.pointLightShadows.value=G.state.pointShadow,Vt.hemisphereLights.value=G.state.hemi,Vt.directionalShadowMap.value=G.state.directionalShadowMap,Vt.directionalShadowMatrix.value=G.state.directionalShadowMatrix,Vt.spotShadowMap.value=G.state.spotShadowMap,Vt.spotLightMatrix.value=G.state.spotLightMatrix,Vt.spotLightMap.value=G.state.spotLightMap,Vt.pointShadowMap.value=G.state.pointShadowMap,Vt.pointShadowMatrix.value=G.state.pointShadowMatrix),Z.currentProgram=Qt,Z.uniformsList=null,Qt}function Aa(A){if(A.uniformsList===null){let k=A.currentProgram.getUniforms();A.uniformsList=Xr.seqWithValue(k.seq,A.uniforms)}return A.uniformsList}function Ti(A,k){let $=bt.get(A);$.outputColorSpace=k.outputColorSpace,$.batching=k.batching,$.batchingColor=k.batchingColor,$.instancing=k.instancing,$.instancingColor=k.instancingColor,$.instancingMorph=k.instancingMorph,$.skinning=k.skinning,$.morphTargets=k.morphTargets,$.morphNormals=k.morphNormals,$.morphColors=k.morphColors,$.morphTargetsCount=k.morphTargetsCount,$.numClippingPlanes=k.numClippingPlanes,$.numIntersection=k.numClipIntersection,$.vertexAlphas=k.vertexAlphas,$.vertexTangents=k.vertexTangents,$.toneMapping=k.toneMapping}function Vc(A,k,$,Z,G){k.isScene!==!0&&(k=ie),L.resetTextureUnits();let mt=k.fog,Rt=Z.isMeshStandardMaterial?k.environment:null,Wt=N===null?x.outputColorSpace:N.isXRRenderTarget===!0?N.texture.colorSpace:ao,Ht=(Z.isMeshStandardMaterial?q:E).get(Z.envMap||Rt),Jt=Z.vertexColors===!0&&!!$.attributes.color&&$.attributes.color.itemSize===4,Qt=!!$.attributes.tangent&&(!!Z.normalMap||Z.anisotropy>0),Vt=!!$.morphAttributes.position,de=!!$.morphAttributes.normal,Se=!!$.morphAttributes.color,Ae=ws;Z.toneMapped&&(N===null||N.isXRRenderTarget===!0)&&(Ae=x.toneMapping);let ln=$.morphAttributes.position||$.morphAttributes.normal||$.morphAttributes.color,me=ln!==void 0?ln.length:0,qt=bt.get(Z),Ve=p.state.lights;if(ht===!0&&(vt===!0||A!==b)){let Tn=A===b&&Z.id===S;pt.setState(Z,A,Tn)}let _e=!1;Z.version===qt.__version?(qt.needsLights&&qt.lightsStateVersion!==Ve.state.version||qt.outputColorSpace!==Wt||G.isBatchedMesh&&qt.batching===!1||!G.isBatchedMesh&&qt.batching===!0||G.isBatchedMesh&&qt.batchingColor===!0&&G.colorTexture===null||G.isBatchedMesh&&qt.batchingColor===!1&&G.colorTexture!==null||G.isInstancedMesh&&qt.instancing===!1||!G.isInstancedMesh&&qt.instancing===!0||G.isSkinnedMesh&&qt.skinning===!1||!G.isSkinnedMesh&&qt.skinning===!0||G.isInstancedMesh&&qt.instancingColor===!0&&G.instanceColor===null||G.isInstancedMesh&&qt.instancingColor===!1&&G.instanceColor!==null||G.isInstancedMesh&&qt.instancingMorph===!0&&G.morphTexture===null||G.isInstancedMesh&&qt.instancingMorph===!1&&G.morphTexture!==null||qt.envMap!==Ht||Z.fog===!0&&qt.fog!==mt||qt.numClippingPlanes!==void 0&&(qt.numClippingPlanes!==pt.numPlanes||qt.numIntersection!==pt.numIntersection)||qt.vertexAlphas!==Jt||qt.vertexTangents!==Qt||qt.morphTargets!==Vt||qt.morphNormals!==de||qt.morphColors!==Se||qt.toneMapping!==Ae||qt.morphTargetsCount!==me)&&(_e=!0):(_e=!0,qt.__version=Z.version);let On=qt.currentProgram;_e===!0&&(On=ur(Z,k,G));let Ai=!1,_n=!1,zs=!1,Le=On.getUniforms(),ei=qt.uniforms;if(Mt.useProgram(On.program)&&(Ai=!0,_n=!0,zs=!0),Z.id!==S&&(S=Z.id,_n=!0),Ai||b!==A){Mt.buffers.depth.getReversed()?(rt.copy(A.projectionMatrix),hx(rt),ux(rt),Le.setValue(F,"projectionMatrix",rt)):Le.setValue(F,"projectionMatrix",A.projectionMatrix),Le.setValue(F,"viewMatrix",A.matrixWorldInverse);let Ri=Le.map.cameraPosition;Ri!==void 0&&Ri.setValue(F,$t.setFromMatrixPosition(A.matrixWorld)),Ft.logarithmicDepthBuffer&&Le.setValue(F,"logDepthBufFC",2/(Math.log(A.far+1)/Math.LN2)),(Z.isMeshPhongMaterial||Z.isMeshToonMaterial||Z.isMeshLambertMaterial||Z.isMeshBasicMaterial||Z.isMeshStandardMaterial||Z.isShaderMaterial)&&Le.setValue(F,"isOrthographic",A.isOrthographicCamera===!0),b!==A&&(b=A,_n=!0,zs=!0)}if(G.isSkinnedMesh){Le.setOptional(F,G,"bindMatrix"),Le.setOptional(F,G,"bindMatrixInverse");let Tn=G.skeleton;Tn&&(Tn.boneTexture===null&&Tn.computeBoneTexture(),Le.setValue(F,"boneTexture",Tn.boneTexture,L))}G.isBatchedMesh&&(Le.setOptional(F,G,"batchingTexture"),Le.setValue(F,"batchingTexture",G._matricesTexture,L),Le.setOptional(F,G,"batchingIdTexture"),Le.setValue(F,"batchingIdTexture",G._indirectTexture,L),Le.setOptional(F,G,"batchingColorTexture"),G._colorsTexture!==null&&Le.setValue(F,"batchingColorTexture",G._colorsTexture,L));let us=$.morphAttributes;if((us.position!==void 0||us.normal!==void 0||us.color!==void 0)&&Yt.update(G,$,On),(_n||qt.receiveShadow!==G.receiveShadow)&&(qt.receiveShadow=G.receiveShadow,Le.setValue(F,"receiveShadow",G.receiveShadow)),Z.isMeshGouraudMaterial&&Z.envMap!==null&&(ei.envMap.value=Ht,ei.flipEnvMap.value=Ht.isCubeTexture&&Ht.isRenderTargetTexture===!1?-1:1),Z.isMeshStandardMaterial&&Z.envMap===null&&k.environment!==null&&(ei.envMapIntensity.value=k.environmentIntensity),_n&&(Le.setValue(F,"toneMappingExposure",x.toneMappingExposure),qt.needsLights&&ks(ei,zs),mt&&Z.fog===!0&&Et.refreshFogUniforms(ei,mt),Et.refreshMaterialUniforms(ei,Z,Q,K,p.state.transmissionRenderTarget[A.id]),Xr.upload(F,Aa(qt),ei,L)),Z.isShaderMaterial&&Z.uniformsNeedUpdate===!0&&(Xr.upload(F,Aa(qt),ei,L),Z.uniformsNeedUpdate=!1),Z.isSpriteMaterial&&Le.setValue(F,"center",G.center),Le.setValue(F,"modelViewMatrix",G.modelViewMatrix),Le.setValue(F,"normalMatrix",G.normalMatrix),Le.setValue(F,"modelMatrix",G.matrixWorld),Z.isShaderMaterial||Z.isRawShaderMaterial){let Tn=Z.uniformsGroups;for(let Ri=0,pi=Tn.length;Ri<pi;Ri++){let fr=Tn[Ri];z.update(fr,On),z.bind(fr,On)}}return On}function ks(A,k){A.ambientLightColor.needsUpdate=k,A.lightProbe.needsUpdate=k,A.directionalLights.needsUpdate=k,A.directionalLightShadows.needsUpdate=k,A.pointLights.needsUpdate=k,A.pointLightShadows.needsUpdate=k,A.spotLights.needsUpdate=k,A.spotLightShadows.needsUpdate=k,A.rectAreaLights.needsUpdate=k,A.hemisphereLights.needsUpdate=k}function Ra(A){return A.isMeshLambertMaterial||A.isMeshToonMaterial||A.isMeshPhongMaterial||A.isMeshStandardMaterial||A.isShadowMaterial||A.isShaderMaterial&&A.lights===!0}this.getActiveCubeFace=function(){return T},this.getActiveMipmapLevel=function(){return I},this.getRenderTarget=function(){return N},this.setRenderTargetTextures=function(A,k,$){bt.get(A.texture).__webglTexture=k,bt.get(A.depthTexture).__webglTexture=$;let Z=bt.get(A);Z.__hasExternalTextures=!0,Z.__autoAllocateDepthBuffer=$===void 0,Z.__autoAllocateDepthBuffer||ft.has("WEBGL_multisampled_render_to_texture")===!0&&(console.warn("THREE.WebGLRenderer: Render-to-texture extension was disabled because an external texture was provided"),Z.__useRenderToTexture=!1)},this.setRenderTargetFramebuffer=function(A,k){let $=bt.get(A);$.__webglFramebuffer=k,$.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(A,k=0,$=0){N=A,T=k,I=$;let Z=!0,G=null,mt=!1,Rt=!1;if(A){let Ht=bt.get(A);if(Ht.__useDefaultFramebuffer!==void 0)Mt.bindFramebuffer(F.FRAMEBUFFER,null),Z=!1;else if(Ht.__webglFramebuffer===void 0)L.setupRenderTarget(A);else if(Ht.__hasExternalTextures)L.rebindTextures(A,bt.get(A.texture).__webglTexture,bt.get(A.depthTexture).__webglTexture);else if(A.depthBuffer){let Vt=A.depthTexture;if(Ht.__boundDepthTexture!==Vt){if(Vt!==null&&bt.has(Vt)&&(A.width!==Vt.image.width||A.height!==Vt.image.height))throw new Error("WebGLRenderTarget: Attached DepthTexture is initialized to the incorrect size.");L.setupDepthRenderbuffer(A)}}let Jt=A.texture;(Jt.isData3DTexture||Jt.isDataArrayTexture||Jt.isCompressedArrayTexture)&&(Rt=!0);let Qt=bt.get(A).__webglFramebuffer;A.isWebGLCubeRenderTarget?(Array.isArray(Qt[k])?G=Qt[k][$]:G=Qt[k],mt=!0):A.samples>0&&L.useMultisampledRTT(A)===!1?G=bt.get(A).__webglMultisampledFramebuffer:Array.isArray(Qt)?G=Qt[$]:G=Qt,P.copy(A.viewport),V.copy(A.scissor),O=A.scissorTest}else P.copy(gt).multiplyScalar(Q).floor(),V.copy(wt).multiplyScalar(Q).floor(),O=xt;if(Mt.bindFramebuffer(F.FRAMEBUFFER,G)&&Z&&Mt.drawBuffers(A,G),Mt.viewport(P),Mt.scissor(V),Mt.setScissorTest(O),mt){let Ht=bt.get(A.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+k,Ht.__webglTexture,$)}else if(Rt){let Ht=bt.get(A.texture),Jt=k||0;F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,Ht.__webglTexture,$||0,Jt)}S=-1},this.readRenderTargetPixels=function(A,k,$,Z,G,mt,Rt){if(!(A&&A.isWebGLRenderTarget)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Wt=bt.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Rt!==void 0&&(Wt=Wt[Rt]),Wt){Mt.bindFramebuffer(F.FRAMEBUFFER,Wt);try{let Ht=A.texture,Jt=Ht.format,Qt=Ht.type;if(!Ft.textureFormatReadable(Jt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(!Ft.textureTypeReadable(Qt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=A.width-Z&&$>=0&&$<=A.height-G&&F.readPixels(k,$,Z,G,ee.convert(Jt),ee.convert(Qt),mt)}finally{let Ht=N!==null?bt.get(N).__webglFramebuffer:null;Mt.bindFramebuffer(F.FRAMEBUFFER,Ht)}}},this.readRenderTargetPixelsAsync=async function(A,k,$,Z,G,mt,Rt){if(!(A&&A.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Wt=bt.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Rt!==void 0&&(Wt=Wt[Rt]),Wt){let Ht=A.texture,Jt=Ht.format,Qt=Ht.type;if(!Ft.textureFormatReadable(Jt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(!Ft.textureTypeReadable(Qt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");if(k>=0&&k<=A.width-Z&&$>=0&&$<=A.height-G){Mt.bindFramebuffer(F.FRAMEBUFFER,Wt);let Vt=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,Vt),F.bufferData(F.PIXEL_PACK_BUFFER,mt.byteLength,F.STREAM_READ),F.readPixels(k,$,Z,G,ee.convert(Jt),ee.convert(Qt),0);let de=N!==null?bt.get(N).__webglFramebuffer:null;Mt.bindFramebuffer(F.FRAMEBUFFER,de);let Se=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await cx(F,Se,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,Vt),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,mt),F.deleteBuffer(Vt),F.deleteSync(Se),mt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")}},this.copyFramebufferToTexture=function(A,k=null,$=0){A.isTexture!==!0&&(zo("WebGLRenderer: copyFramebufferToTexture function signature has changed."),k=arguments[0]||null,A=arguments[1]);let Z=Math.pow(2,-$),G=Math.floor(A.image.width*Z),mt=Math.floor(A.image.height*Z),Rt=k!==null?k.x:0,Wt=k!==null?k.y:0;L.setTexture2D(A,0),F.copyTexSubImage2D(F.TEXTURE_2D,$,0,0,Rt,Wt,G,mt),Mt.unbindTexture()},this.copyTextureToTexture=function(A,k,$=null,Z=null,G=0){A.isTexture!==!0&&(zo("WebGLRenderer: copyTextureToTexture function signature has changed."),Z=arguments[0]||null,A=arguments[1],k=arguments[2],G=arguments[3]||0,$=null);let mt,Rt,Wt,Ht,Jt,Qt,Vt,de,Se,Ae=A.isCompressedTexture?A.mipmaps[G]:A.image;$!==null?(mt=$.max.x-$.min.x,Rt=$.max.y-$.min.y,Wt=$.isBox3?$.max.z-$.min.z:1,Ht=$.min.x,Jt=$.min.y,Qt=$.isBox3?$.min.z:0):(mt=Ae.width,Rt=Ae.height,Wt=Ae.depth||1,Ht=0,Jt=0,Qt=0),Z!==null?(Vt=Z.x,de=Z.y,Se=Z.z):(Vt=0,de=0,Se=0);let ln=ee.convert(k.format),me=ee.convert(k.type),qt;k.isData3DTexture?(L.setTexture3D(k,0),qt=F.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?(L.setTexture2DArray(k,0),qt=F.TEXTURE_2D_ARRAY):(L.setTexture2D(k,0),qt=F.TEXTURE_2D),F.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,k.flipY),F.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),F.pixelStorei(F.UNPACK_ALIGNMENT,k.unpackAlignment);let Ve=F.getParameter(F.UNPACK_ROW_LENGTH),_e=F.getParameter(F.UNPACK_IMAGE_HEIGHT),On=F.getParameter(F.UNPACK_SKIP_PIXELS),Ai=F.getParameter(F.UNPACK_SKIP_ROWS),_n=F.getParameter(F.UNPACK_SKIP_IMAGES);F.pixelStorei(F.UNPACK_ROW_LENGTH,Ae.width),F.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Ae.height),F.pixelStorei(F.UNPACK_SKIP_PIXELS,Ht),F.pixelStorei(F.UNPACK_SKIP_ROWS,Jt),F.pixelStorei(F.UNPACK_SKIP_IMAGES,Qt);let zs=A.isDataArrayTexture||A.isData3DTexture,Le=k.isDataArrayTexture||k.isData3DTexture;if(A.isRenderTargetTexture||A.isDepthTexture){let ei=bt.get(A),us=bt.get(k),Tn=bt.get(ei.__renderTarget),Ri=bt.get(us.__renderTarget);Mt.bindFramebuffer(F.READ_FRAMEBUFFER,Tn.__webglFramebuffer),Mt.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ri.__webglFramebuffer);for(let pi=0;pi<Wt;pi++)zs&&F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,bt.get(A).__webglTexture,G,Qt+pi),A.isDepthTexture?(Le&&F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,bt.get(k).__webglTexture,G,Se+pi),F.blitFramebuffer(Ht,Jt,mt,Rt,Vt,de,mt,Rt,F.DEPTH_BUFFER_BIT,F.NEAREST)):Le?F.copyTexSubImage3D(qt,G,Vt,de,Se+pi,Ht,Jt,mt,Rt):F.copyTexSubImage2D(qt,G,Vt,de,Se+pi,Ht,Jt,mt,Rt);Mt.bindFramebuffer(F.READ_FRAMEBUFFER,null),Mt.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else Le?A.isDataTexture||A.isData3DTexture?F.texSubImage3D(qt,G,Vt,de,Se,mt,Rt,Wt,ln,me,Ae.data):k.isCompressedArrayTexture?F.compressedTexSubImage3D(qt,G,Vt,de,Se,mt,Rt,Wt,ln,Ae.data):F.texSubImage3D(qt,G,Vt,de,Se,mt,Rt,Wt,ln,me,Ae):A.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,G,Vt,de,mt,Rt,ln,me,Ae.data):A.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,G,Vt,de,Ae.width,Ae.height,ln,Ae.data):F.texSubImage2D(F.TEXTURE_2D,G,Vt,de,mt,Rt,ln,me,Ae);F.pixelStorei(F.UNPACK_ROW_LENGTH,Ve),F.pixelStorei(F.UNPACK_IMAGE_HEIGHT,_e),F.pixelStorei(F.UNPACK_SKIP_PIXELS,On),F.pixelStorei(F.UNPACK_SKIP_ROWS,Ai),F.pixelStorei(F.UNPACK_SKIP_IMAGES,_n),G===0&&k.generateMipmaps&&F.generateMipmap(qt),Mt.unbindTexture()},this.copyTextureToTexture3D=function(A,k,$=null,Z=null,G=0){return A.isTexture!==!0&&(zo("WebGLRenderer: copyTextureToTexture3D function signature has changed."),$=arguments[0]||null,Z=arguments[1]||null,A=arguments[2],k=arguments[3],G=arguments[4]||0),zo('WebGLRenderer: copyTextureToTexture3D function has been deprecated. Use "copyTextureToTexture" instead.'),this.copyTextureToTexture(A,k,$,Z,G)},this.initRenderTarget=function(A){bt.get(A).__webglFramebuffer===void 0&&L.setupRenderTarget(A)},this.initTexture=function(A){A.isCubeTexture?L.setTextureCube(A,0):A.isData3DTexture?L.setTexture3D(A,0):A.isDataArrayTexture||A.isCompressedArrayTexture?L.setTexture2DArray(A,0):L.setTexture2D(A,0),Mt.unbindTexture()},this.resetState=function(){T=0,I=0,N=null,Mt.reset(),ge.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ji}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorspace=xe._getDrawingBufferColorSpace(t),e.unpackColorSpace=xe._getUnpackColorSpace()}};var ns=class extends En{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ai,this.environmentIntensity=1,this.environmentRotation=new ai,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),t.background!==null&&(this.background=t.background.clone()),t.environment!==null&&(this.environment=t.environment.clone()),t.fog!==null&&(this.fog=t.fog.clone()),this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),t.overrideMaterial!==null&&(this.overrideMaterial=t.overrideMaterial.clone()),this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),this.backgroundBlurriness>0&&(e.object.backgroundBlurriness=this.backgroundBlurriness),this.backgroundIntensity!==1&&(e.object.backgroundIntensity=this.backgroundIntensity),e.object.backgroundRotation=this.backgroundRotation.toArray(),this.environmentIntensity!==1&&(e.object.environmentIntensity=this.environmentIntensity),e.object.environmentRotation=this.environmentRotation.toArray(),e}};var ea=class extends zn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Dn,h=Dn,u,f){super(null,o,a,l,c,h,s,r,u,f),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Tl=class extends he{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Fr=new le,Wp=new le,tl=[],Xp=new wn,rw=new le,Oo=new De,Bo=new Ss,As=class extends De{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new Tl(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,rw)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new wn),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Fr),Xp.copy(t.boundingBox).applyMatrix4(Fr),this.boundingBox.union(Xp)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Ss),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Fr),Bo.copy(t.boundingSphere).applyMatrix4(Fr),this.boundingSphere.union(Bo)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),t.morphTexture!==null&&(this.morphTexture=t.morphTexture.clone()),t.instanceColor!==null&&(this.instanceColor=t.instanceColor.clone()),this.count=t.count,t.boundingBox!==null&&(this.boundingBox=t.boundingBox.clone()),t.boundingSphere!==null&&(this.boundingSphere=t.boundingSphere.clone()),this}getColorAt(t,e){e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Oo.geometry=this.geometry,Oo.material=this.material,Oo.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Bo.copy(this.boundingSphere),Bo.applyMatrix4(n),t.ray.intersectsSphere(Bo)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Fr),Wp.multiplyMatrices(n,Fr),Oo.matrixWorld=Wp,Oo.raycast(t,tl);for(let o=0,a=tl.length;o<a;o++){let l=tl[o];l.instanceId=r,l.object=this,e.push(l)}tl.length=0}}setColorAt(t,e){this.instanceColor===null&&(this.instanceColor=new Tl(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3)}setMatrixAt(t,e){e.toArray(this.instanceMatrix.array,t*16)}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new ea(new Float32Array(s*this.count),s,this.count,Ku,oi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;r[l]=a,r.set(n,l+1)}updateMorphTargets(){}dispose(){return this.dispatchEvent({type:"dispose"}),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null),this}};var Mi=class extends Fi{static get type(){return"LineBasicMaterial"}constructor(t){super(),this.isLineBasicMaterial=!0,this.color=new Xt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Al=new C,Rl=new C,Yp=new le,ko=new tr,el=new Ss,Ah=new C,qp=new C,Rs=class extends En{constructor(t=new we,e=new Mi){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)Al.fromBufferAttribute(e,s-1),Rl.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=Al.distanceTo(Rl);t.setAttribute("lineDistance",new se(n,1))}else console.warn("THREE.Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),el.copy(n.boundingSphere),el.applyMatrix4(s),el.radius+=r,t.ray.intersectsSphere(el)===!1)return;Yp.copy(s).invert(),ko.copy(t.ray).applyMatrix4(Yp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,f=n.attributes.position;if(h!==null){let d=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let _=d,m=g-1;_<m;_+=c){let p=h.getX(_),y=h.getX(_+1),v=nl(this,t,ko,l,p,y);v&&e.push(v)}if(this.isLineLoop){let _=h.getX(g-1),m=h.getX(d),p=nl(this,t,ko,l,_,m);p&&e.push(p)}}else{let d=Math.max(0,o.start),g=Math.min(f.count,o.start+o.count);for(let _=d,m=g-1;_<m;_+=c){let p=nl(this,t,ko,l,_,_+1);p&&e.push(p)}if(this.isLineLoop){let _=nl(this,t,ko,l,g-1,d);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function nl(i,t,e,n,s,r){let o=i.geometry.attributes.position;if(Al.fromBufferAttribute(o,s),Rl.fromBufferAttribute(o,r),e.distanceSqToSegment(Al,Rl,Ah,qp)>n)return;Ah.applyMatrix4(i.matrixWorld);let l=t.ray.origin.distanceTo(Ah);if(!(l<t.near||l>t.far))return{distance:l,point:qp.clone().applyMatrix4(i.matrixWorld),index:s,face:null,faceIndex:null,barycoord:null,object:i}}var $p=new C,Zp=new C,is=class extends Rs{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)$p.fromBufferAttribute(e,s),Zp.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+$p.distanceTo(Zp);t.setAttribute("lineDistance",new se(n,1))}else console.warn("THREE.LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var to=class extends zn{constructor(t,e,n,s,r,o,a,l,c,h,u,f){super(null,o,a,l,c,h,s,r,u,f),this.isCompressedTexture=!0,this.image={width:e,height:n},this.mipmaps=t,this.flipY=!1,this.generateMipmaps=!1}};var ci=class{constructor(){this.type="Curve",this.arcLengthDivisions=200}getPoint(){return console.warn("THREE.Curve: .getPoint() not implemented."),null}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],f=n[s+1]-h,d=(o-h)/f;return(s+d)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new at:new C);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e){let n=new C,s=[],r=[],o=[],a=new C,l=new le;for(let d=0;d<=t;d++){let g=d/t;s[d]=this.getTangentAt(g,new C)}r[0]=new C,o[0]=new C;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),f=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),f<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let d=1;d<=t;d++){if(r[d]=r[d-1].clone(),o[d]=o[d-1].clone(),a.crossVectors(s[d-1],s[d]),a.length()>Number.EPSILON){a.normalize();let g=Math.acos(Ke(s[d-1].dot(s[d]),-1,1));r[d].applyMatrix4(l.makeRotationAxis(a,g))}o[d].crossVectors(s[d],r[d])}if(e===!0){let d=Math.acos(Ke(r[0].dot(r[t]),-1,1));d/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(d=-d);for(let g=1;g<=t;g++)r[g].applyMatrix4(l.makeRotationAxis(s[g],d*g)),o[g].crossVectors(s[g],r[g])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this}toJSON(){let t={metadata:{version:4.6,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this}},na=class extends ci{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new at){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),f=l-this.aX,d=c-this.aY;l=f*h-d*u+this.aX,c=f*u+d*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},Lu=class extends na{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function rf(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let f=(o-r)/c-(a-r)/(c+h)+(a-o)/h,d=(a-o)/h-(l-o)/(h+u)+(l-a)/u;f*=h,d*=h,s(o,a,f,d)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var il=new C,Rh=new rf,Ch=new rf,Ph=new rf,ia=class extends ci{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new C){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(il.subVectors(s[0],s[1]).add(s[0]),c=il);let u=s[a%r],f=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(il.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=il),this.curveType==="centripetal"||this.curveType==="chordal"){let d=this.curveType==="chordal"?.5:.25,g=Math.pow(c.distanceToSquared(u),d),_=Math.pow(u.distanceToSquared(f),d),m=Math.pow(f.distanceToSquared(h),d);_<1e-4&&(_=1),g<1e-4&&(g=_),m<1e-4&&(m=_),Rh.initNonuniformCatmullRom(c.x,u.x,f.x,h.x,g,_,m),Ch.initNonuniformCatmullRom(c.y,u.y,f.y,h.y,g,_,m),Ph.initNonuniformCatmullRom(c.z,u.z,f.z,h.z,g,_,m)}else this.curveType==="catmullrom"&&(Rh.initCatmullRom(c.x,u.x,f.x,h.x,this.tension),Ch.initCatmullRom(c.y,u.y,f.y,h.y,this.tension),Ph.initCatmullRom(c.z,u.z,f.z,h.z,this.tension));return n.set(Rh.calc(l),Ch.calc(l),Ph.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new C().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function jp(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function ow(i,t){let e=1-i;return e*e*t}function aw(i,t){return 2*(1-i)*i*t}function lw(i,t){return i*i*t}function Xo(i,t,e,n){return ow(i,t)+aw(i,e)+lw(i,n)}function cw(i,t){let e=1-i;return e*e*e*t}function hw(i,t){let e=1-i;return 3*e*e*i*t}function uw(i,t){return 3*(1-i)*i*i*t}function fw(i,t){return i*i*i*t}function Yo(i,t,e,n,s){return cw(i,t)+hw(i,e)+uw(i,n)+fw(i,s)}var Cl=class extends ci{constructor(t=new at,e=new at,n=new at,s=new at){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new at){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Yo(t,s.x,r.x,o.x,a.x),Yo(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Du=class extends ci{constructor(t=new C,e=new C,n=new C,s=new C){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new C){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Yo(t,s.x,r.x,o.x,a.x),Yo(t,s.y,r.y,o.y,a.y),Yo(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Pl=class extends ci{constructor(t=new at,e=new at){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new at){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new at){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},sa=class extends ci{constructor(t=new C,e=new C){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new C){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new C){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Il=class extends ci{constructor(t=new at,e=new at,n=new at){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new at){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Xo(t,s.x,r.x,o.x),Xo(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Ll=class extends ci{constructor(t=new C,e=new C,n=new C){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new C){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Xo(t,s.x,r.x,o.x),Xo(t,s.y,r.y,o.y),Xo(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Dl=class extends ci{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new at){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(jp(a,l.x,c.x,h.x,u.x),jp(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new at().fromArray(s))}return this}},Nl=Object.freeze({__proto__:null,ArcCurve:Lu,CatmullRomCurve3:ia,CubicBezierCurve:Cl,CubicBezierCurve3:Du,EllipseCurve:na,LineCurve:Pl,LineCurve3:sa,QuadraticBezierCurve:Il,QuadraticBezierCurve3:Ll,SplineCurve:Dl}),ra=class extends ci{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new Nl[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new Nl[s.type]().fromJSON(s))}return this}},oa=class extends ra{constructor(t){super(),this.type="Path",this.currentPoint=new at,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new Pl(this.currentPoint.clone(),new at(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new Il(this.currentPoint.clone(),new at(t,e),new at(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new Cl(this.currentPoint.clone(),new at(t,e),new at(n,s),new at(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new Dl(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new na(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},aa=class i extends we{constructor(t=[new at(0,-.5),new at(.5,0),new at(0,.5)],e=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:t,segments:e,phiStart:n,phiLength:s},e=Math.floor(e),s=Ke(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/e,u=new C,f=new at,d=new C,g=new C,_=new C,m=0,p=0;for(let y=0;y<=t.length-1;y++)switch(y){case 0:m=t[y+1].x-t[y].x,p=t[y+1].y-t[y].y,d.x=p*1,d.y=-m,d.z=p*0,_.copy(d),d.normalize(),l.push(d.x,d.y,d.z);break;case t.length-1:l.push(_.x,_.y,_.z);break;default:m=t[y+1].x-t[y].x,p=t[y+1].y-t[y].y,d.x=p*1,d.y=-m,d.z=p*0,g.copy(d),d.x+=_.x,d.y+=_.y,d.z+=_.z,d.normalize(),l.push(d.x,d.y,d.z),_.copy(g)}for(let y=0;y<=e;y++){let v=n+y*h*s,x=Math.sin(v),R=Math.cos(v);for(let T=0;T<=t.length-1;T++){u.x=t[T].x*x,u.y=t[T].y,u.z=t[T].x*R,o.push(u.x,u.y,u.z),f.x=y/e,f.y=T/(t.length-1),a.push(f.x,f.y);let I=l[3*T+0]*x,N=l[3*T+1],S=l[3*T+0]*R;c.push(I,N,S)}}for(let y=0;y<e;y++)for(let v=0;v<t.length-1;v++){let x=v+y*t.length,R=x,T=x+t.length,I=x+t.length+1,N=x+1;r.push(R,T,N),r.push(I,N,T)}this.setIndex(r),this.setAttribute("position",new se(o,3)),this.setAttribute("uv",new se(a,2)),this.setAttribute("normal",new se(c,3))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.points,t.segments,t.phiStart,t.phiLength)}},eo=class i extends aa{constructor(t=1,e=1,n=4,s=8){let r=new oa;r.absarc(0,-e/2,t,Math.PI*1.5,0),r.absarc(0,e/2,t,0,Math.PI*.5),super(r.getPoints(n),s),this.type="CapsuleGeometry",this.parameters={radius:t,length:e,capSegments:n,radialSegments:s}}static fromJSON(t){return new i(t.radius,t.length,t.capSegments,t.radialSegments)}},Ul=class i extends we{constructor(t=1,e=32,n=0,s=Math.PI*2){super(),this.type="CircleGeometry",this.parameters={radius:t,segments:e,thetaStart:n,thetaLength:s},e=Math.max(3,e);let r=[],o=[],a=[],l=[],c=new C,h=new at;o.push(0,0,0),a.push(0,0,1),l.push(.5,.5);for(let u=0,f=3;u<=e;u++,f+=3){let d=n+u/e*s;c.x=t*Math.cos(d),c.y=t*Math.sin(d),o.push(c.x,c.y,c.z),a.push(0,0,1),h.x=(o[f]/t+1)/2,h.y=(o[f+1]/t+1)/2,l.push(h.x,h.y)}for(let u=1;u<=e;u++)r.push(u,u+1,0);this.setIndex(r),this.setAttribute("position",new se(o,3)),this.setAttribute("normal",new se(a,3)),this.setAttribute("uv",new se(l,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.segments,t.thetaStart,t.thetaLength)}},Sn=class i extends we{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],f=[],d=[],g=0,_=[],m=n/2,p=0;y(),o===!1&&(t>0&&v(!0),e>0&&v(!1)),this.setIndex(h),this.setAttribute("position",new se(u,3)),this.setAttribute("normal",new se(f,3)),this.setAttribute("uv",new se(d,2));function y(){let x=new C,R=new C,T=0,I=(e-t)/n;for(let N=0;N<=r;N++){let S=[],b=N/r,P=b*(e-t)+t;for(let V=0;V<=s;V++){let O=V/s,H=O*l+a,W=Math.sin(H),Y=Math.cos(H);R.x=P*W,R.y=-b*n+m,R.z=P*Y,u.push(R.x,R.y,R.z),x.set(W,I,Y).normalize(),f.push(x.x,x.y,x.z),d.push(O,1-b),S.push(g++)}_.push(S)}for(let N=0;N<s;N++)for(let S=0;S<r;S++){let b=_[S][N],P=_[S+1][N],V=_[S+1][N+1],O=_[S][N+1];(t>0||S!==0)&&(h.push(b,P,O),T+=3),(e>0||S!==r-1)&&(h.push(P,V,O),T+=3)}c.addGroup(p,T,0),p+=T}function v(x){let R=g,T=new at,I=new C,N=0,S=x===!0?t:e,b=x===!0?1:-1;for(let V=1;V<=s;V++)u.push(0,m*b,0),f.push(0,b,0),d.push(.5,.5),g++;let P=g;for(let V=0;V<=s;V++){let H=V/s*l+a,W=Math.cos(H),Y=Math.sin(H);I.x=S*Y,I.y=m*b,I.z=S*W,u.push(I.x,I.y,I.z),f.push(0,b,0),T.x=W*.5+.5,T.y=Y*.5*b+.5,d.push(T.x,T.y),g++}for(let V=0;V<s;V++){let O=R+V,H=P+V;x===!0?h.push(H,H+1,O):h.push(H+1,H,O),N+=3}c.addGroup(p,N,x===!0?1:2),p+=N}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},no=class i extends Sn{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Nu=class i extends we{constructor(t=[],e=[],n=1,s=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:t,indices:e,radius:n,detail:s};let r=[],o=[];a(s),c(n),h(),this.setAttribute("position",new se(r,3)),this.setAttribute("normal",new se(r.slice(),3)),this.setAttribute("uv",new se(o,2)),s===0?this.computeVertexNormals():this.normalizeNormals();function a(y){let v=new C,x=new C,R=new C;for(let T=0;T<e.length;T+=3)d(e[T+0],v),d(e[T+1],x),d(e[T+2],R),l(v,x,R,y)}function l(y,v,x,R){let T=R+1,I=[];for(let N=0;N<=T;N++){I[N]=[];let S=y.clone().lerp(x,N/T),b=v.clone().lerp(x,N/T),P=T-N;for(let V=0;V<=P;V++)V===0&&N===T?I[N][V]=S:I[N][V]=S.clone().lerp(b,V/P)}for(let N=0;N<T;N++)for(let S=0;S<2*(T-N)-1;S++){let b=Math.floor(S/2);S%2===0?(f(I[N][b+1]),f(I[N+1][b]),f(I[N][b])):(f(I[N][b+1]),f(I[N+1][b+1]),f(I[N+1][b]))}}function c(y){let v=new C;for(let x=0;x<r.length;x+=3)v.x=r[x+0],v.y=r[x+1],v.z=r[x+2],v.normalize().multiplyScalar(y),r[x+0]=v.x,r[x+1]=v.y,r[x+2]=v.z}function h(){let y=new C;for(let v=0;v<r.length;v+=3){y.x=r[v+0],y.y=r[v+1],y.z=r[v+2];let x=m(y)/2/Math.PI+.5,R=p(y)/Math.PI+.5;o.push(x,1-R)}g(),u()}function u(){for(let y=0;y<o.length;y+=6){let v=o[y+0],x=o[y+2],R=o[y+4],T=Math.max(v,x,R),I=Math.min(v,x,R);T>.9&&I<.1&&(v<.2&&(o[y+0]+=1),x<.2&&(o[y+2]+=1),R<.2&&(o[y+4]+=1))}}function f(y){r.push(y.x,y.y,y.z)}function d(y,v){let x=y*3;v.x=t[x+0],v.y=t[x+1],v.z=t[x+2]}function g(){let y=new C,v=new C,x=new C,R=new C,T=new at,I=new at,N=new at;for(let S=0,b=0;S<r.length;S+=9,b+=6){y.set(r[S+0],r[S+1],r[S+2]),v.set(r[S+3],r[S+4],r[S+5]),x.set(r[S+6],r[S+7],r[S+8]),T.set(o[b+0],o[b+1]),I.set(o[b+2],o[b+3]),N.set(o[b+4],o[b+5]),R.copy(y).add(v).add(x).divideScalar(3);let P=m(R);_(T,b+0,y,P),_(I,b+2,v,P),_(N,b+4,x,P)}}function _(y,v,x,R){R<0&&y.x===1&&(o[v]=y.x-1),x.x===0&&x.z===0&&(o[v]=R/2/Math.PI+.5)}function m(y){return Math.atan2(y.z,-y.x)}function p(y){return Math.atan2(-y.y,Math.sqrt(y.x*y.x+y.z*y.z))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.vertices,t.indices,t.radius,t.details)}};var sl=new C,rl=new C,Ih=new C,ol=new Ui,Fl=class extends we{constructor(t=null,e=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:t,thresholdAngle:e},t!==null){let s=Math.pow(10,4),r=Math.cos(Gr*e),o=t.getIndex(),a=t.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],h=["a","b","c"],u=new Array(3),f={},d=[];for(let g=0;g<l;g+=3){o?(c[0]=o.getX(g),c[1]=o.getX(g+1),c[2]=o.getX(g+2)):(c[0]=g,c[1]=g+1,c[2]=g+2);let{a:_,b:m,c:p}=ol;if(_.fromBufferAttribute(a,c[0]),m.fromBufferAttribute(a,c[1]),p.fromBufferAttribute(a,c[2]),ol.getNormal(Ih),u[0]=`${Math.round(_.x*s)},${Math.round(_.y*s)},${Math.round(_.z*s)}`,u[1]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,u[2]=`${Math.round(p.x*s)},${Math.round(p.y*s)},${Math.round(p.z*s)}`,!(u[0]===u[1]||u[1]===u[2]||u[2]===u[0]))for(let y=0;y<3;y++){let v=(y+1)%3,x=u[y],R=u[v],T=ol[h[y]],I=ol[h[v]],N=`${x}_${R}`,S=`${R}_${x}`;S in f&&f[S]?(Ih.dot(f[S].normal)<=r&&(d.push(T.x,T.y,T.z),d.push(I.x,I.y,I.z)),f[S]=null):N in f||(f[N]={index0:c[y],index1:c[v],normal:Ih.clone()})}}for(let g in f)if(f[g]){let{index0:_,index1:m}=f[g];sl.fromBufferAttribute(a,_),rl.fromBufferAttribute(a,m),d.push(sl.x,sl.y,sl.z),d.push(rl.x,rl.y,rl.z)}this.setAttribute("position",new se(d,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}},la=class extends oa{constructor(t){super(t),this.uuid=Ds(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new oa().fromJSON(s))}return this}},dw={triangulate:function(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=Tm(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c,h,u,f,d;if(n&&(r=xw(i,t,r,e)),i.length>80*e){a=c=i[0],l=h=i[1];for(let g=e;g<s;g+=e)u=i[g],f=i[g+1],u<a&&(a=u),f<l&&(l=f),u>c&&(c=u),f>h&&(h=f);d=Math.max(c-a,h-l),d=d!==0?32767/d:0}return ca(r,o,e,a,l,d,0),o}};function Tm(i,t,e,n,s){let r,o;if(s===Cw(i,t,e,n)>0)for(r=t;r<e;r+=n)o=Jp(r,i[r],i[r+1],o);else for(r=e-n;r>=t;r-=n)o=Jp(r,i[r],i[r+1],o);return o&&nc(o,o.next)&&(ua(o),o=o.next),o}function er(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(nc(e,e.next)||Xe(e.prev,e,e.next)===0)){if(ua(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function ca(i,t,e,n,s,r,o){if(!i)return;!o&&r&&ww(i,n,s,r);let a=i,l,c;for(;i.prev!==i.next;){if(l=i.prev,c=i.next,r?mw(i,n,s,r):pw(i)){t.push(l.i/e|0),t.push(i.i/e|0),t.push(c.i/e|0),ua(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=gw(er(i),t,e),ca(i,t,e,n,s,r,2)):o===2&&_w(i,t,e,n,s,r):ca(er(i),t,e,n,s,r,1);break}}}function pw(i){let t=i.prev,e=i,n=i.next;if(Xe(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=s<r?s<o?s:o:r<o?r:o,u=a<l?a<c?a:c:l<c?l:c,f=s>r?s>o?s:o:r>o?r:o,d=a>l?a>c?a:c:l>c?l:c,g=n.next;for(;g!==t;){if(g.x>=h&&g.x<=f&&g.y>=u&&g.y<=d&&zr(s,a,r,l,o,c,g.x,g.y)&&Xe(g.prev,g,g.next)>=0)return!1;g=g.next}return!0}function mw(i,t,e,n){let s=i.prev,r=i,o=i.next;if(Xe(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,f=o.y,d=a<l?a<c?a:c:l<c?l:c,g=h<u?h<f?h:f:u<f?u:f,_=a>l?a>c?a:c:l>c?l:c,m=h>u?h>f?h:f:u>f?u:f,p=Uu(d,g,t,e,n),y=Uu(_,m,t,e,n),v=i.prevZ,x=i.nextZ;for(;v&&v.z>=p&&x&&x.z<=y;){if(v.x>=d&&v.x<=_&&v.y>=g&&v.y<=m&&v!==s&&v!==o&&zr(a,h,l,u,c,f,v.x,v.y)&&Xe(v.prev,v,v.next)>=0||(v=v.prevZ,x.x>=d&&x.x<=_&&x.y>=g&&x.y<=m&&x!==s&&x!==o&&zr(a,h,l,u,c,f,x.x,x.y)&&Xe(x.prev,x,x.next)>=0))return!1;x=x.nextZ}for(;v&&v.z>=p;){if(v.x>=d&&v.x<=_&&v.y>=g&&v.y<=m&&v!==s&&v!==o&&zr(a,h,l,u,c,f,v.x,v.y)&&Xe(v.prev,v,v.next)>=0)return!1;v=v.prevZ}for(;x&&x.z<=y;){if(x.x>=d&&x.x<=_&&x.y>=g&&x.y<=m&&x!==s&&x!==o&&zr(a,h,l,u,c,f,x.x,x.y)&&Xe(x.prev,x,x.next)>=0)return!1;x=x.nextZ}return!0}function gw(i,t,e){let n=i;do{let s=n.prev,r=n.next.next;!nc(s,r)&&Am(s,n,n.next,r)&&ha(s,r)&&ha(r,s)&&(t.push(s.i/e|0),t.push(n.i/e|0),t.push(r.i/e|0),ua(n),ua(n.next),n=i=r),n=n.next}while(n!==i);return er(n)}function _w(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&Tw(o,a)){let l=Rm(o,a);o=er(o,o.next),l=er(l,l.next),ca(o,t,e,n,s,r,0),ca(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function xw(i,t,e,n){let s=[],r,o,a,l,c;for(r=0,o=t.length;r<o;r++)a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=Tm(i,a,l,n,!1),c===c.next&&(c.steiner=!0),s.push(Sw(c));for(s.sort(yw),r=0;r<s.length;r++)e=vw(s[r],e);return e}function yw(i,t){return i.x-t.x}function vw(i,t){let e=Mw(i,t);if(!e)return t;let n=Rm(e,i);return er(n,n.next),er(e,e.next)}function Mw(i,t){let e=t,n=-1/0,s,r=i.x,o=i.y;do{if(o<=e.y&&o>=e.next.y&&e.next.y!==e.y){let f=e.x+(o-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(f<=r&&f>n&&(n=f,s=e.x<e.next.x?e:e.next,f===r))return s}e=e.next}while(e!==t);if(!s)return null;let a=s,l=s.x,c=s.y,h=1/0,u;e=s;do r>=e.x&&e.x>=l&&r!==e.x&&zr(o<c?r:n,o,l,c,o<c?n:r,o,e.x,e.y)&&(u=Math.abs(o-e.y)/(r-e.x),ha(e,i)&&(u<h||u===h&&(e.x>s.x||e.x===s.x&&bw(s,e)))&&(s=e,h=u)),e=e.next;while(e!==a);return s}function bw(i,t){return Xe(i.prev,i,t.prev)<0&&Xe(t.next,i,i.next)<0}function ww(i,t,e,n){let s=i;do s.z===0&&(s.z=Uu(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,Ew(s)}function Ew(i){let t,e,n,s,r,o,a,l,c=1;do{for(e=i,i=null,r=null,o=0;e;){for(o++,n=e,a=0,t=0;t<c&&(a++,n=n.nextZ,!!n);t++);for(l=c;a>0||l>0&&n;)a!==0&&(l===0||!n||e.z<=n.z)?(s=e,e=e.nextZ,a--):(s=n,n=n.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;e=n}r.nextZ=null,c*=2}while(o>1);return i}function Uu(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function Sw(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function zr(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function Tw(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!Aw(i,t)&&(ha(i,t)&&ha(t,i)&&Rw(i,t)&&(Xe(i.prev,i,t.prev)||Xe(i,t.prev,t))||nc(i,t)&&Xe(i.prev,i,i.next)>0&&Xe(t.prev,t,t.next)>0)}function Xe(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function nc(i,t){return i.x===t.x&&i.y===t.y}function Am(i,t,e,n){let s=ll(Xe(i,t,e)),r=ll(Xe(i,t,n)),o=ll(Xe(e,n,i)),a=ll(Xe(e,n,t));return!!(s!==r&&o!==a||s===0&&al(i,e,t)||r===0&&al(i,n,t)||o===0&&al(e,i,n)||a===0&&al(e,t,n))}function al(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function ll(i){return i>0?1:i<0?-1:0}function Aw(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&Am(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function ha(i,t){return Xe(i.prev,i,i.next)<0?Xe(i,t,i.next)>=0&&Xe(i,i.prev,t)>=0:Xe(i,t,i.prev)<0||Xe(i,i.next,t)<0}function Rw(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function Rm(i,t){let e=new Fu(i.i,i.x,i.y),n=new Fu(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function Jp(i,t,e,n){let s=new Fu(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function ua(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Fu(i,t,e){this.i=i,this.x=t,this.y=e,this.prev=null,this.next=null,this.z=0,this.prevZ=null,this.nextZ=null,this.steiner=!1}function Cw(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var qo=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];Kp(t),Qp(n,t);let o=t.length;e.forEach(Kp);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,Qp(n,e[l]);let a=dw.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function Kp(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function Qp(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var Ol=class i extends we{constructor(t=new la([new at(.5,.5),new at(-.5,.5),new at(-.5,-.5),new at(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new se(s,3)),this.setAttribute("uv",new se(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,f=e.bevelEnabled!==void 0?e.bevelEnabled:!0,d=e.bevelThickness!==void 0?e.bevelThickness:.2,g=e.bevelSize!==void 0?e.bevelSize:d-.1,_=e.bevelOffset!==void 0?e.bevelOffset:0,m=e.bevelSegments!==void 0?e.bevelSegments:3,p=e.extrudePath,y=e.UVGenerator!==void 0?e.UVGenerator:Pw,v,x=!1,R,T,I,N;p&&(v=p.getSpacedPoints(h),x=!0,f=!1,R=p.computeFrenetFrames(h,!1),T=new C,I=new C,N=new C),f||(m=0,d=0,g=0,_=0);let S=a.extractPoints(c),b=S.shape,P=S.holes;if(!qo.isClockWise(b)){b=b.reverse();for(let st=0,ut=P.length;st<ut;st++){let F=P[st];qo.isClockWise(F)&&(P[st]=F.reverse())}}let O=qo.triangulateShape(b,P),H=b;for(let st=0,ut=P.length;st<ut;st++){let F=P[st];b=b.concat(F)}function W(st,ut,F){return ut||console.error("THREE.ExtrudeGeometry: vec does not exist"),st.clone().addScaledVector(ut,F)}let Y=b.length,K=O.length;function Q(st,ut,F){let zt,ft,Ft,Mt=st.x-ut.x,jt=st.y-ut.y,bt=F.x-st.x,L=F.y-st.y,E=Mt*Mt+jt*jt,q=Mt*L-jt*bt;if(Math.abs(q)>Number.EPSILON){let J=Math.sqrt(E),X=Math.sqrt(bt*bt+L*L),tt=ut.x-jt/J,St=ut.y+Mt/J,Et=F.x-L/X,It=F.y+bt/X,te=((Et-tt)*L-(It-St)*bt)/(Mt*L-jt*bt);zt=tt+Mt*te-st.x,ft=St+jt*te-st.y;let pt=zt*zt+ft*ft;if(pt<=2)return new at(zt,ft);Ft=Math.sqrt(pt/2)}else{let J=!1;Mt>Number.EPSILON?bt>Number.EPSILON&&(J=!0):Mt<-Number.EPSILON?bt<-Number.EPSILON&&(J=!0):Math.sign(jt)===Math.sign(L)&&(J=!0),J?(zt=-jt,ft=Mt,Ft=Math.sqrt(E)):(zt=Mt,ft=jt,Ft=Math.sqrt(E/2))}return new at(zt/Ft,ft/Ft)}let lt=[];for(let st=0,ut=H.length,F=ut-1,zt=st+1;st<ut;st++,F++,zt++)F===ut&&(F=0),zt===ut&&(zt=0),lt[st]=Q(H[st],H[F],H[zt]);let ct=[],gt,wt=lt.concat();for(let st=0,ut=P.length;st<ut;st++){let F=P[st];gt=[];for(let zt=0,ft=F.length,Ft=ft-1,Mt=zt+1;zt<ft;zt++,Ft++,Mt++)Ft===ft&&(Ft=0),Mt===ft&&(Mt=0),gt[zt]=Q(F[zt],F[Ft],F[Mt]);ct.push(gt),wt=wt.concat(gt)}for(let st=0;st<m;st++){let ut=st/m,F=d*Math.cos(ut*Math.PI/2),zt=g*Math.sin(ut*Math.PI/2)+_;for(let ft=0,Ft=H.length;ft<Ft;ft++){let Mt=W(H[ft],lt[ft],zt);rt(Mt.x,Mt.y,-F)}for(let ft=0,Ft=P.length;ft<Ft;ft++){let Mt=P[ft];gt=ct[ft];for(let jt=0,bt=Mt.length;jt<bt;jt++){let L=W(Mt[jt],gt[jt],zt);rt(L.x,L.y,-F)}}}let xt=g+_;for(let st=0;st<Y;st++){let ut=f?W(b[st],wt[st],xt):b[st];x?(I.copy(R.normals[0]).multiplyScalar(ut.x),T.copy(R.binormals[0]).multiplyScalar(ut.y),N.copy(v[0]).add(I).add(T),rt(N.x,N.y,N.z)):rt(ut.x,ut.y,0)}for(let st=1;st<=h;st++)for(let ut=0;ut<Y;ut++){let F=f?W(b[ut],wt[ut],xt):b[ut];x?(I.copy(R.normals[st]).multiplyScalar(F.x),T.copy(R.binormals[st]).multiplyScalar(F.y),N.copy(v[st]).add(I).add(T),rt(N.x,N.y,N.z)):rt(F.x,F.y,u/h*st)}for(let st=m-1;st>=0;st--){let ut=st/m,F=d*Math.cos(ut*Math.PI/2),zt=g*Math.sin(ut*Math.PI/2)+_;for(let ft=0,Ft=H.length;ft<Ft;ft++){let Mt=W(H[ft],lt[ft],zt);rt(Mt.x,Mt.y,u+F)}for(let ft=0,Ft=P.length;ft<Ft;ft++){let Mt=P[ft];gt=ct[ft];for(let jt=0,bt=Mt.length;jt<bt;jt++){let L=W(Mt[jt],gt[jt],zt);x?rt(L.x,L.y+v[h-1].y,v[h-1].x+F):rt(L.x,L.y,u+F)}}}nt(),ht();function nt(){let st=s.length/3;if(f){let ut=0,F=Y*ut;for(let zt=0;zt<K;zt++){let ft=O[zt];kt(ft[2]+F,ft[1]+F,ft[0]+F)}ut=h+m*2,F=Y*ut;for(let zt=0;zt<K;zt++){let ft=O[zt];kt(ft[0]+F,ft[1]+F,ft[2]+F)}}else{for(let ut=0;ut<K;ut++){let F=O[ut];kt(F[2],F[1],F[0])}for(let ut=0;ut<K;ut++){let F=O[ut];kt(F[0]+Y*h,F[1]+Y*h,F[2]+Y*h)}}n.addGroup(st,s.length/3-st,0)}function ht(){let st=s.length/3,ut=0;vt(H,ut),ut+=H.length;for(let F=0,zt=P.length;F<zt;F++){let ft=P[F];vt(ft,ut),ut+=ft.length}n.addGroup(st,s.length/3-st,1)}function vt(st,ut){let F=st.length;for(;--F>=0;){let zt=F,ft=F-1;ft<0&&(ft=st.length-1);for(let Ft=0,Mt=h+m*2;Ft<Mt;Ft++){let jt=Y*Ft,bt=Y*(Ft+1),L=ut+zt+jt,E=ut+ft+jt,q=ut+ft+bt,J=ut+zt+bt;$t(L,E,q,J)}}}function rt(st,ut,F){l.push(st),l.push(ut),l.push(F)}function kt(st,ut,F){Ut(st),Ut(ut),Ut(F);let zt=s.length/3,ft=y.generateTopUV(n,s,zt-3,zt-2,zt-1);ie(ft[0]),ie(ft[1]),ie(ft[2])}function $t(st,ut,F,zt){Ut(st),Ut(ut),Ut(zt),Ut(ut),Ut(F),Ut(zt);let ft=s.length/3,Ft=y.generateSideWallUV(n,s,ft-6,ft-3,ft-2,ft-1);ie(Ft[0]),ie(Ft[1]),ie(Ft[3]),ie(Ft[1]),ie(Ft[2]),ie(Ft[3])}function Ut(st){s.push(l[st*3+0]),s.push(l[st*3+1]),s.push(l[st*3+2])}function ie(st){r.push(st.x),r.push(st.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return Iw(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new Nl[s.type]().fromJSON(s)),new i(n,t.options)}},Pw={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new at(r,o),new at(a,l),new at(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],f=t[s*3],d=t[s*3+1],g=t[s*3+2],_=t[r*3],m=t[r*3+1],p=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new at(o,1-l),new at(c,1-u),new at(f,1-g),new at(_,1-p)]:[new at(a,1-l),new at(h,1-u),new at(d,1-g),new at(m,1-p)]}};function Iw(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var io=class i extends Nu{constructor(t=1,e=0){let n=[1,0,0,-1,0,0,0,1,0,0,-1,0,0,0,1,0,0,-1],s=[0,2,4,0,4,3,0,3,5,0,5,2,1,2,5,1,5,3,1,3,4,1,4,2];super(n,s,t,e),this.type="OctahedronGeometry",this.parameters={radius:t,detail:e}}static fromJSON(t){return new i(t.radius,t.detail)}};var ss=class i extends we{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new C,f=new C,d=[],g=[],_=[],m=[];for(let p=0;p<=n;p++){let y=[],v=p/n,x=0;p===0&&o===0?x=.5/e:p===n&&l===Math.PI&&(x=-.5/e);for(let R=0;R<=e;R++){let T=R/e;u.x=-t*Math.cos(s+T*r)*Math.sin(o+v*a),u.y=t*Math.cos(o+v*a),u.z=t*Math.sin(s+T*r)*Math.sin(o+v*a),g.push(u.x,u.y,u.z),f.copy(u).normalize(),_.push(f.x,f.y,f.z),m.push(T+x,1-v),y.push(c++)}h.push(y)}for(let p=0;p<n;p++)for(let y=0;y<e;y++){let v=h[p][y+1],x=h[p][y],R=h[p+1][y],T=h[p+1][y+1];(p!==0||o>0)&&d.push(v,x,T),(p!==n-1||l<Math.PI)&&d.push(x,R,T)}this.setIndex(d),this.setAttribute("position",new se(g,3)),this.setAttribute("normal",new se(_,3)),this.setAttribute("uv",new se(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var so=class i extends we{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r},n=Math.floor(n),s=Math.floor(s);let o=[],a=[],l=[],c=[],h=new C,u=new C,f=new C;for(let d=0;d<=n;d++)for(let g=0;g<=s;g++){let _=g/s*r,m=d/n*Math.PI*2;u.x=(t+e*Math.cos(m))*Math.cos(_),u.y=(t+e*Math.cos(m))*Math.sin(_),u.z=e*Math.sin(m),a.push(u.x,u.y,u.z),h.x=t*Math.cos(_),h.y=t*Math.sin(_),f.subVectors(u,h).normalize(),l.push(f.x,f.y,f.z),c.push(g/s),c.push(d/n)}for(let d=1;d<=n;d++)for(let g=1;g<=s;g++){let _=(s+1)*d+g-1,m=(s+1)*(d-1)+g-1,p=(s+1)*(d-1)+g,y=(s+1)*d+g;o.push(_,m,y),o.push(m,p,y)}this.setIndex(o),this.setAttribute("position",new se(a,3)),this.setAttribute("normal",new se(l,3)),this.setAttribute("uv",new se(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc)}};var Bl=class i extends we{constructor(t=new Ll(new C(-1,-1,0),new C(-1,1,0),new C(1,1,0)),e=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:n,radialSegments:s,closed:r};let o=t.computeFrenetFrames(e,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new C,l=new C,c=new at,h=new C,u=[],f=[],d=[],g=[];_(),this.setIndex(g),this.setAttribute("position",new se(u,3)),this.setAttribute("normal",new se(f,3)),this.setAttribute("uv",new se(d,2));function _(){for(let v=0;v<e;v++)m(v);m(r===!1?e:0),y(),p()}function m(v){h=t.getPointAt(v/e,h);let x=o.normals[v],R=o.binormals[v];for(let T=0;T<=s;T++){let I=T/s*Math.PI*2,N=Math.sin(I),S=-Math.cos(I);l.x=S*x.x+N*R.x,l.y=S*x.y+N*R.y,l.z=S*x.z+N*R.z,l.normalize(),f.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function p(){for(let v=1;v<=e;v++)for(let x=1;x<=s;x++){let R=(s+1)*(v-1)+(x-1),T=(s+1)*v+(x-1),I=(s+1)*v+x,N=(s+1)*(v-1)+x;g.push(R,T,N),g.push(T,I,N)}}function y(){for(let v=0;v<=e;v++)for(let x=0;x<=s;x++)c.x=v/e,c.y=x/s,d.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new i(new Nl[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}};var kl=class extends Fi{static get type(){return"MeshStandardMaterial"}constructor(t){super(),this.isMeshStandardMaterial=!0,this.defines={STANDARD:""},this.color=new Xt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Xt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ql,this.normalScale=new at(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ai,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var fa=class extends Fi{static get type(){return"MeshPhongMaterial"}constructor(t){super(),this.isMeshPhongMaterial=!0,this.color=new Xt(16777215),this.specular=new Xt(1118481),this.shininess=30,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Xt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ql,this.normalScale=new at(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ai,this.combine=Jl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.specular.copy(t.specular),this.shininess=t.shininess,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var zl=class extends Fi{static get type(){return"MeshLambertMaterial"}constructor(t){super(),this.isMeshLambertMaterial=!0,this.color=new Xt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Xt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ql,this.normalScale=new at(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ai,this.combine=Jl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};function cl(i,t,e){return!i||!e&&i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Lw(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Dw(i){function t(s,r){return i[s]-i[r]}let e=i.length,n=new Array(e);for(let s=0;s!==e;++s)n[s]=s;return n.sort(t),n}function tm(i,t,e){let n=i.length,s=new i.constructor(n);for(let r=0,o=0;o!==n;++r){let a=e[r]*t;for(let l=0;l!==t;++l)s[o++]=i[a+l]}return s}function Cm(i,t,e,n){let s=1,r=i[0];for(;r!==void 0&&r[n]===void 0;)r=i[s++];if(r===void 0)return;let o=r[n];if(o!==void 0)if(Array.isArray(o))do o=r[n],o!==void 0&&(t.push(r.time),e.push.apply(e,o)),r=i[s++];while(r!==void 0);else if(o.toArray!==void 0)do o=r[n],o!==void 0&&(t.push(r.time),o.toArray(e,e.length)),r=i[s++];while(r!==void 0);else do o=r[n],o!==void 0&&(t.push(r.time),e.push(o)),r=i[s++];while(r!==void 0)}var ro=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("call to abstract method")}intervalChanged_(){}},Ou=class extends ro{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:qd,endingEnd:qd}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case $d:r=t,a=2*e-n;break;case Zd:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case $d:o=t,l=2*n-e;break;case Zd:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,f=this._weightPrev,d=this._weightNext,g=(n-e)/(s-e),_=g*g,m=_*g,p=-f*m+2*f*_-f*g,y=(1+f)*m+(-1.5-2*f)*_+(-.5+f)*g+1,v=(-1-d)*m+(1.5+d)*_+.5*g,x=d*m-d*_;for(let R=0;R!==a;++R)r[R]=p*o[h+R]+y*o[c+R]+v*o[l+R]+x*o[u+R];return r}},Bu=class extends ro{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let f=0;f!==a;++f)r[f]=o[c+f]*u+o[l+f]*h;return r}},ku=class extends ro{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},hi=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=cl(e,this.TimeBufferType),this.values=cl(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:cl(t.times,Array),values:cl(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s)}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new ku(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Bu(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Ou(this.times,this.values,this.getValueSize(),t)}setInterpolation(t){let e;switch(t){case Jr:e=this.InterpolantFactoryMethodDiscrete;break;case Jo:e=this.InterpolantFactoryMethodLinear;break;case th:e=this.InterpolantFactoryMethodSmooth;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return console.warn("THREE.KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Jr;case this.InterpolantFactoryMethodLinear:return Jo;case this.InterpolantFactoryMethodSmooth:return th}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(console.error("THREE.KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(console.error("THREE.KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){console.error("THREE.KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){console.error("THREE.KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&Lw(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){console.error("THREE.KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===th,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,f=u-n,d=u+n;for(let g=0;g!==n;++g){let _=e[u+g];if(_!==e[f+g]||_!==e[d+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,f=o*n;for(let d=0;d!==n;++d)e[f+d]=e[u+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,s}};hi.prototype.TimeBufferType=Float32Array;hi.prototype.ValueBufferType=Float32Array;hi.prototype.DefaultInterpolation=Jo;var Cs=class extends hi{constructor(t,e,n){super(t,e,n)}};Cs.prototype.ValueTypeName="bool";Cs.prototype.ValueBufferType=Array;Cs.prototype.DefaultInterpolation=Jr;Cs.prototype.InterpolantFactoryMethodLinear=void 0;Cs.prototype.InterpolantFactoryMethodSmooth=void 0;var Hl=class extends hi{};Hl.prototype.ValueTypeName="color";var oo=class extends hi{};oo.prototype.ValueTypeName="number";var zu=class extends ro{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)We.slerpFlat(r,0,o,c-a,o,c,l);return r}},Ps=class extends hi{InterpolantFactoryMethodLinear(t){return new zu(this.times,this.values,this.getValueSize(),t)}};Ps.prototype.ValueTypeName="quaternion";Ps.prototype.InterpolantFactoryMethodSmooth=void 0;var Is=class extends hi{constructor(t,e,n){super(t,e,n)}};Is.prototype.ValueTypeName="string";Is.prototype.ValueBufferType=Array;Is.prototype.DefaultInterpolation=Jr;Is.prototype.InterpolantFactoryMethodLinear=void 0;Is.prototype.InterpolantFactoryMethodSmooth=void 0;var Ls=class extends hi{};Ls.prototype.ValueTypeName="vector";var Vl=class{constructor(t="",e=-1,n=[],s=U_){this.name=t,this.tracks=n,this.duration=e,this.blendMode=s,this.uuid=Ds(),this.duration<0&&this.resetDuration()}static parse(t){let e=[],n=t.tracks,s=1/(t.fps||1);for(let o=0,a=n.length;o!==a;++o)e.push(Uw(n[o]).scale(s));let r=new this(t.name,t.duration,e,t.blendMode);return r.uuid=t.uuid,r}static toJSON(t){let e=[],n=t.tracks,s={name:t.name,duration:t.duration,tracks:e,uuid:t.uuid,blendMode:t.blendMode};for(let r=0,o=n.length;r!==o;++r)e.push(hi.toJSON(n[r]));return s}static CreateFromMorphTargetSequence(t,e,n,s){let r=e.length,o=[];for(let a=0;a<r;a++){let l=[],c=[];l.push((a+r-1)%r,a,(a+1)%r),c.push(0,1,0);let h=Dw(l);l=tm(l,1,h),c=tm(c,1,h),!s&&l[0]===0&&(l.push(r),c.push(c[0])),o.push(new oo(".morphTargetInfluences["+e[a].name+"]",l,c).scale(1/n))}return new this(t,-1,o)}static findByName(t,e){let n=t;if(!Array.isArray(t)){let s=t;n=s.geometry&&s.geometry.animations||s.animations}for(let s=0;s<n.length;s++)if(n[s].name===e)return n[s];return null}static CreateClipsFromMorphTargetSequences(t,e,n){let s={},r=/^([\w-]*?)([\d]+)$/;for(let a=0,l=t.length;a<l;a++){let c=t[a],h=c.name.match(r);if(h&&h.length>1){let u=h[1],f=s[u];f||(s[u]=f=[]),f.push(c)}}let o=[];for(let a in s)o.push(this.CreateFromMorphTargetSequence(a,s[a],e,n));return o}static parseAnimation(t,e){if(!t)return console.error("THREE.AnimationClip: No animation in JSONLoader data."),null;let n=function(u,f,d,g,_){if(d.length!==0){let m=[],p=[];Cm(d,m,p,g),m.length!==0&&_.push(new u(f,m,p))}},s=[],r=t.name||"default",o=t.fps||30,a=t.blendMode,l=t.length||-1,c=t.hierarchy||[];for(let u=0;u<c.length;u++){let f=c[u].keys;if(!(!f||f.length===0))if(f[0].morphTargets){let d={},g;for(g=0;g<f.length;g++)if(f[g].morphTargets)for(let _=0;_<f[g].morphTargets.length;_++)d[f[g].morphTargets[_]]=-1;for(let _ in d){let m=[],p=[];for(let y=0;y!==f[g].morphTargets.length;++y){let v=f[g];m.push(v.time),p.push(v.morphTarget===_?1:0)}s.push(new oo(".morphTargetInfluence["+_+"]",m,p))}l=d.length*o}else{let d=".bones["+e[u].name+"]";n(Ls,d+".position",f,"pos",s),n(Ps,d+".quaternion",f,"rot",s),n(Ls,d+".scale",f,"scl",s)}}return s.length===0?null:new this(r,l,s,a)}resetDuration(){let t=this.tracks,e=0;for(let n=0,s=t.length;n!==s;++n){let r=this.tracks[n];e=Math.max(e,r.times[r.times.length-1])}return this.duration=e,this}trim(){for(let t=0;t<this.tracks.length;t++)this.tracks[t].trim(0,this.duration);return this}validate(){let t=!0;for(let e=0;e<this.tracks.length;e++)t=t&&this.tracks[e].validate();return t}optimize(){for(let t=0;t<this.tracks.length;t++)this.tracks[t].optimize();return this}clone(){let t=[];for(let e=0;e<this.tracks.length;e++)t.push(this.tracks[e].clone());return new this.constructor(this.name,this.duration,t,this.blendMode)}toJSON(){return this.constructor.toJSON(this)}};function Nw(i){switch(i.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return oo;case"vector":case"vector2":case"vector3":case"vector4":return Ls;case"color":return Hl;case"quaternion":return Ps;case"bool":case"boolean":return Cs;case"string":return Is}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+i)}function Uw(i){if(i.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");let t=Nw(i.type);if(i.times===void 0){let e=[],n=[];Cm(i.keys,e,n,"value"),i.times=e,i.values=n}return t.parse!==void 0?t.parse(i):new t(i.name,i.times,i.values,i.interpolation)}var Hu=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,f=c.length;u<f;u+=2){let d=c[u],g=c[u+1];if(d.global&&(d.lastIndex=0),d.test(h))return g}return null}}},Fw=new Hu,Vu=class{constructor(t){this.manager=t!==void 0?t:Fw,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={}}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}};Vu.DEFAULT_MATERIAL_NAME="__DEFAULT";var Gl=class extends En{constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Xt(t),this.intensity=e}dispose(){}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,this.groundColor!==void 0&&(e.object.groundColor=this.groundColor.getHex()),this.distance!==void 0&&(e.object.distance=this.distance),this.angle!==void 0&&(e.object.angle=this.angle),this.decay!==void 0&&(e.object.decay=this.decay),this.penumbra!==void 0&&(e.object.penumbra=this.penumbra),this.shadow!==void 0&&(e.object.shadow=this.shadow.toJSON()),this.target!==void 0&&(e.object.target=this.target.uuid),e}},Wl=class extends Gl{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(En.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Xt(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}},Lh=new le,em=new C,nm=new C,Gu=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new at(512,512),this.map=null,this.mapPass=null,this.matrix=new le,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ta,this._frameExtents=new at(1,1),this._viewportCount=1,this._viewports=[new $e(0,0,1,1)]}getViewportCount(){return this._viewportCount}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera,n=this.matrix;em.setFromMatrixPosition(t.matrixWorld),e.position.copy(em),nm.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(nm),e.updateMatrixWorld(),Lh.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),this._frustum.setFromProjectionMatrix(Lh),n.set(.5,0,0,.5,0,.5,0,.5,0,0,.5,.5,0,0,0,1),n.multiply(Lh)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.mapSize.copy(t.mapSize),this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return this.intensity!==1&&(t.intensity=this.intensity),this.bias!==0&&(t.bias=this.bias),this.normalBias!==0&&(t.normalBias=this.normalBias),this.radius!==1&&(t.radius=this.radius),(this.mapSize.x!==512||this.mapSize.y!==512)&&(t.mapSize=this.mapSize.toArray()),t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}};var Wu=class extends Gu{constructor(){super(new Ts(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Xl=class extends Gl{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(En.DEFAULT_UP),this.updateMatrix(),this.target=new En,this.shadow=new Wu}dispose(){this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}};var of="\\[\\]\\.:\\/",Ow=new RegExp("["+of+"]","g"),af="[^"+of+"]",Bw="[^"+of.replace("\\.","")+"]",kw=/((?:WC+[\/:])*)/.source.replace("WC",af),zw=/(WCOD+)?/.source.replace("WCOD",Bw),Hw=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",af),Vw=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",af),Gw=new RegExp("^"+kw+zw+Hw+Vw+"$"),Ww=["material","materials","bones","map"],Xu=class{constructor(t,e,n){let s=n||Re.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},Re=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Ow,"")}static parseTrackName(t){let e=Gw.exec(t);if(e===null)throw new Error("PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Ww.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){console.warn("THREE.PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){console.error("THREE.PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){console.error("THREE.PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){console.error("THREE.PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){console.error("THREE.PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){console.error("THREE.PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;console.error("THREE.PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.needsUpdate!==void 0?a=this.Versioning.NeedsUpdate:t.matrixWorldNeedsUpdate!==void 0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Re.Composite=Xu;Re.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Re.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Re.prototype.GetterByBindingType=[Re.prototype._getValue_direct,Re.prototype._getValue_array,Re.prototype._getValue_arrayElement,Re.prototype._getValue_toArray];Re.prototype.SetterByBindingTypeAndVersioning=[[Re.prototype._setValue_direct,Re.prototype._setValue_direct_setNeedsUpdate,Re.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Re.prototype._setValue_array,Re.prototype._setValue_array_setNeedsUpdate,Re.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Re.prototype._setValue_arrayElement,Re.prototype._setValue_arrayElement_setNeedsUpdate,Re.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Re.prototype._setValue_fromArray,Re.prototype._setValue_fromArray_setNeedsUpdate,Re.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var FT=new Float32Array(1);var im=new le,Yl=class{constructor(t,e,n=0,s=1/0){this.ray=new tr(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new Qo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,(e.near+e.far)/(e.near-e.far)).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):console.error("THREE.Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return im.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(im),this}intersectObject(t,e=!0,n=[]){return Yu(t,this,n,e),n.sort(sm),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)Yu(t[s],this,n,e);return n.sort(sm),n}};function sm(i,t){return i.distance-t.distance}function Yu(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Yu(r[o],t,e,!0)}}var da=class{constructor(t=1,e=0,n=0){return this.radius=t,this.phi=e,this.theta=n,this}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=Math.max(1e-6,Math.min(Math.PI-1e-6,this.phi)),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(Ke(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var rm=new C,hl=new C,ql=class{constructor(t=new C,e=new C){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){rm.subVectors(t,this.start),hl.subVectors(this.end,this.start);let n=hl.dot(hl),r=hl.dot(rm)/n;return e&&(r=Ke(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var $l=class extends is{constructor(t=10,e=10,n=4473924,s=8947848){n=new Xt(n),s=new Xt(s);let r=e/2,o=t/e,a=t/2,l=[],c=[];for(let f=0,d=0,g=-a;f<=e;f++,g+=o){l.push(-a,0,g,a,0,g),l.push(g,0,-a,g,0,a);let _=f===r?n:s;_.toArray(c,d),d+=3,_.toArray(c,d),d+=3,_.toArray(c,d),d+=3,_.toArray(c,d),d+=3}let h=new we;h.setAttribute("position",new se(l,3)),h.setAttribute("color",new se(c,3));let u=new Mi({vertexColors:!0,toneMapped:!1});super(h,u),this.type="GridHelper"}dispose(){this.geometry.dispose(),this.material.dispose()}};var Zl=class extends is{constructor(t=1){let e=[0,0,0,t,0,0,0,0,0,0,t,0,0,0,0,0,0,t],n=[1,0,0,1,.6,0,0,1,0,.6,1,0,0,0,1,0,.6,1],s=new we;s.setAttribute("position",new se(e,3)),s.setAttribute("color",new se(n,3));let r=new Mi({vertexColors:!0,toneMapped:!1});super(s,r),this.type="AxesHelper"}setColors(t,e,n){let s=new Xt,r=this.geometry.attributes.color.array;return s.set(t),s.toArray(r,0),s.toArray(r,3),s.set(e),s.toArray(r,6),s.toArray(r,9),s.set(n),s.toArray(r,12),s.toArray(r,15),this.geometry.attributes.color.needsUpdate=!0,this}dispose(){this.geometry.dispose(),this.material.dispose()}};var jl=class extends ts{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(){}disconnect(){}dispose(){}update(){}};typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"170"}}));typeof window<"u"&&(window.__THREE__?console.warn("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="170");var Xw={planar:!0,gravity:[0,0,0],frames:0,parts:[],world:[],joints:[],springs:[],loads:[],contacts:[]};async function Yw(i){let t=atob(i),e=new Uint8Array(t.length);for(let s=0;s<t.length;s++)e[s]=t.charCodeAt(s);let n=new Blob([e]).stream().pipeThrough(new DecompressionStream("deflate-raw"));return new Uint8Array(await new Response(n).arrayBuffer())}var lf=class{constructor(t){this.bytes=t;this.view=new DataView(t.buffer,t.byteOffset,t.byteLength)}bytes;at=0;view;varint(){let t=0,e=1;for(;;){if(this.at>=this.bytes.length)throw new Error("the data of this run ends too early");let n=this.bytes[this.at++];if(t+=(n&127)*e,n<128)return t;e*=128}}signed(){let t=this.varint();return t%2?-(t+1)/2:t/2}number(){let t=this.view.getFloat64(this.at,!0);return this.at+=8,t}next(t){let e=new Float64Array(t);if(t===0)return e;if(this.at>=this.bytes.length)throw new Error("the data of this run ends too early");let n=this.bytes[this.at++];if(n===0)return e.fill(this.number());let s=this.number(),r=0,o=0;for(let a=0;a<t;a++)o+=this.signed(),r+=o,e[a]=r*s;if(n===2)for(let a=this.varint(),l=0;a>0;a--)l+=this.varint(),e[l]=NaN;return e}},ho=i=>typeof i=="number"&&Number.isFinite(i)?i:0;async function Pm(i){let t=JSON.parse(i);if(t.format!=="percussion-scene")throw new Error("this is no scene of a run");let e=ho(t.rows),n=t.scene??Xw,s=new lf(await Yw(t.data??"")),r=s.next(e),o=_=>Array.from({length:_},()=>s.next(e)),a=o(t.scene?7*n.frames:0),l=o(t.scene?4:0),c=o(3*n.joints.length),h=o(6*n.loads.length),u=(t.sections??[]).map(_=>({..._,columns:o(2*_.places)})),f=(t.columns??[]).map(_=>({..._,values:s.next(e)})),d=()=>new Float64Array(e),g=(t.events??[]).map(_=>({t:ho(_[0]),kind:String(_[1]??""),contact:String(_[2]??""),un_pre:ho(_[3]),un_post:ho(_[4]),impulse:ho(_[5])}));return g.sort((_,m)=>_.t-m.t),{own:t.name??"a run",name:t.name??"a run",command:t.command??"",model:t.model??null,notes:t.notes??[],scene:n,t:r,frames:a,energy:{kinetic:l[0]??d(),potential:l[1]??d()},violation:l[2]??d(),penetration:l[3]??d(),joints:c,loads:h,sections:u,columns:f,events:g,contacts:qw(s,e,ho(t.contact_entries)),hasForces:t.has_forces??!1,summary:t.summary??{},thinned:t.thinned??null,live:t.live??!1,rowsInRecord:t.rows_in_record??e}}function Im(i,t){let e=[],n=new Map;for(let s of i){let r=s.contact.replace(/\.\d+$/,""),o=r!==s.contact&&t.has(`${r}.1`)&&t.has(`${r}.2`),a=`${s.t} ${s.kind} ${r}`,l=o?n.get(a):void 0;if(l)l.points+=1,l.impulse+=s.impulse;else{let c={...s,points:1};e.push(c),o&&n.set(a,c)}}return e}function Lm(i){let[t]=i[0].name.split(" with "),e=`${t} with `,n=i.length>1&&i.every(a=>a.name.startsWith(e)),s=i.map(a=>a.command.split(/ (?=--)/));i.forEach((a,l)=>{if(a.own=n?a.name.slice(e.length):a.name,i.every(h=>h===a||h.name!==a.name))return;let c=s[l].filter(h=>!s.every(u=>u.includes(h)));a.own+=` ${c.join(" ").replaceAll("--","")||`(${l+1})`}`});let r=i.map(a=>a.own),o=r.pop();return(n?e:"")+(r.length?`${r.join(", ")} and ${o}`:o)}function qw(i,t,e){let[n,s,r]=[i.next(e),i.next(e),i.next(e)],o=Array.from({length:12},()=>i.next(e)),a=new Int32Array(t+1);for(let h=0;h<e;h++)a[n[h]+1]++;for(let h=0;h<t;h++)a[h+1]+=a[h];let l=a.slice(),c={start:a,contact:new Int32Array(e),phase:new Uint8Array(e),point:new Float32Array(3*e),n:new Float32Array(3*e),force:new Float32Array(3*e),percussion:new Float32Array(3*e)};for(let h=0;h<e;h++){let u=l[n[h]]++;c.contact[u]=s[h],c.phase[u]=r[h];for(let f=0;f<3;f++)c.point[3*u+f]=o[f][h],c.n[3*u+f]=o[3+f][h],c.force[3*u+f]=o[6+f][h],c.percussion[3*u+f]=o[9+f][h]}return c}function $w(i,t){let e=0,n=i.length-1;for(;e<n;){let s=e+n+1>>1;i[s]<=t?e=s:n=s-1}return Math.max(e,0)}function Ns(i,t){let e=$w(i,t);return e+1<i.length&&i[e+1]-t<t-i[e]?e+1:e}function cf(i,t,e,n,s){let r=Math.min(e+1,i.t.length-1),o=i.frames;for(let l=0;l<7;l++){let c=o[7*t+l],h=c[e];s[l]=n===0?h:h+(c[r]-h)*n}let a=Math.hypot(s[3],s[4],s[5],s[6]);if(a>0)for(let l=3;l<7;l++)s[l]/=a;else s[3]=1}function _t(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))s.startsWith("on")?n.addEventListener(s.slice(2),r):s==="class"?n.className=String(r):r!==void 0&&r!==!1&&n.setAttribute(s,String(r===!0?"":r));for(let s of e)s!=null&&n.append(s);return n}function Ze(i,t,e,n,s=""){let r=e?`${t} (${e})`:t;return _t("button",{type:"button",title:r,"aria-label":t,onclick:()=>n()},i,s?_t("span",{class:"word"},s):null)}function ls(i,t){let e=_t("a",{href:URL.createObjectURL(t),download:i});e.click(),setTimeout(()=>URL.revokeObjectURL(e.href),5e3)}var Zn=i=>i===0?"0":Math.abs(i)>=1e5||Math.abs(i)<.001?i.toExponential(3):String(Number(i.toPrecision(5)));var Bf={};r_(Bf,{csv:()=>Of,film:()=>Uf,gif:()=>Ff,gltf:()=>fc,name:()=>sr,png:()=>Df,svg:()=>Nf});var ic=[6,7,6],sc=class{constructor(t,e){this.width=t;this.height=e;this.text("GIF89a"),this.short(t),this.short(e),this.bytes.push(247,0,0);let[n,s,r]=ic;for(let o=0;o<256;o++){let a=Math.floor(o/(s*r)),l=Math.floor(o/r)%s,c=o%r;this.bytes.push(...o<n*s*r?[a/(n-1),l/(s-1),c/(r-1)].map(h=>Math.round(255*h)):[0,0,0])}this.bytes.push(33,255,11),this.text("NETSCAPE2.0"),this.bytes.push(3,1,0,0,0)}width;height;bytes=[];text(t){for(let e of t)this.bytes.push(e.charCodeAt(0))}short(t){this.bytes.push(t&255,t>>8&255)}frame(t,e){this.bytes.push(33,249,4,0),this.short(e),this.bytes.push(0,0,44,0,0,0,0),this.short(this.width),this.short(this.height),this.bytes.push(0);let n=new Uint8Array(this.width*this.height),s=(r,o)=>Math.min(o-1,Math.round(r/255*(o-1)));for(let r=0;r<n.length;r++){let[o,a,l]=[0,1,2].map(c=>s(t[4*r+c],ic[c]));n[r]=(o*ic[1]+a)*ic[2]+l}this.lzw(n)}lzw(t){this.bytes.push(8);let e=[],n=0,s=0,r=9,o=258,a=new Map,l=h=>{for(n|=h<<s,s+=r;s>=8;s-=8)e.push(n&255),n>>>=8,e.length===255&&(this.bytes.push(255,...e),e=[])};l(256);let c=t[0];for(let h=1;h<t.length;h++){let u=c<<8|t[h],f=a.get(u);if(f!==void 0){c=f;continue}l(c),o<4096?(a.set(u,o),o===1<<r&&r<12&&r++,o++):(l(256),a=new Map,o=258,r=9),c=t[h]}l(c),l(257),s>0&&e.push(n&255),e.length&&this.bytes.push(e.length,...e),this.bytes.push(0)}finish(){return this.bytes.push(59),new Uint8Array(this.bytes)}};var Dm={POSITION:["byte","byte normalized","unsigned byte","unsigned byte normalized","short","short normalized","unsigned short","unsigned short normalized"],NORMAL:["byte normalized","short normalized"],TANGENT:["byte normalized","short normalized"],TEXCOORD:["byte","byte normalized","unsigned byte","short","short normalized","unsigned short"]},nr=class{constructor(){this.textureUtils=null,this.pluginCallbacks=[],this.register(function(t){return new df(t)}),this.register(function(t){return new pf(t)}),this.register(function(t){return new xf(t)}),this.register(function(t){return new yf(t)}),this.register(function(t){return new vf(t)}),this.register(function(t){return new Mf(t)}),this.register(function(t){return new mf(t)}),this.register(function(t){return new gf(t)}),this.register(function(t){return new _f(t)}),this.register(function(t){return new bf(t)}),this.register(function(t){return new wf(t)}),this.register(function(t){return new Ef(t)}),this.register(function(t){return new Sf(t)}),this.register(function(t){return new Tf(t)})}register(t){return this.pluginCallbacks.indexOf(t)===-1&&this.pluginCallbacks.push(t),this}unregister(t){return this.pluginCallbacks.indexOf(t)!==-1&&this.pluginCallbacks.splice(this.pluginCallbacks.indexOf(t),1),this}setTextureUtils(t){return this.textureUtils=t,this}parse(t,e,n,s){let r=new ff,o=[];for(let a=0,l=this.pluginCallbacks.length;a<l;a++)o.push(this.pluginCallbacks[a](r));r.setPlugins(o),r.setTextureUtils(this.textureUtils),r.writeAsync(t,e,s).catch(n)}parseAsync(t,e){let n=this;return new Promise(function(s,r){n.parse(t,s,r,e)})}},fe={POINTS:0,LINES:1,LINE_LOOP:2,LINE_STRIP:3,TRIANGLES:4,TRIANGLE_STRIP:5,TRIANGLE_FAN:6,BYTE:5120,UNSIGNED_BYTE:5121,SHORT:5122,UNSIGNED_SHORT:5123,INT:5124,UNSIGNED_INT:5125,FLOAT:5126,ARRAY_BUFFER:34962,ELEMENT_ARRAY_BUFFER:34963,NEAREST:9728,LINEAR:9729,NEAREST_MIPMAP_NEAREST:9984,LINEAR_MIPMAP_NEAREST:9985,NEAREST_MIPMAP_LINEAR:9986,LINEAR_MIPMAP_LINEAR:9987,CLAMP_TO_EDGE:33071,MIRRORED_REPEAT:33648,REPEAT:10497},hf="KHR_mesh_quantization",jn={};jn[Dn]=fe.NEAREST;jn[$u]=fe.NEAREST_MIPMAP_NEAREST;jn[Br]=fe.NEAREST_MIPMAP_LINEAR;jn[ri]=fe.LINEAR;jn[Vo]=fe.LINEAR_MIPMAP_NEAREST;jn[ji]=fe.LINEAR_MIPMAP_LINEAR;jn[Zi]=fe.CLAMP_TO_EDGE;jn[$o]=fe.REPEAT;jn[Zo]=fe.MIRRORED_REPEAT;var Nm={scale:"scale",position:"translation",quaternion:"rotation",morphTargetInfluences:"weights"},jw=new Xt,Um=12,Jw=1179937895,Kw=2,Fm=8,Qw=1313821514,tE=5130562;function ma(i,t){return i.length===t.length&&i.every(function(e,n){return e===t[n]})}function eE(i){return new TextEncoder().encode(i).buffer}function nE(i){return ma(i.elements,[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1])}function iE(i,t,e){let n={min:new Array(i.itemSize).fill(Number.POSITIVE_INFINITY),max:new Array(i.itemSize).fill(Number.NEGATIVE_INFINITY)};for(let s=t;s<t+e;s++)for(let r=0;r<i.itemSize;r++){let o;i.itemSize>4?o=i.array[s*i.itemSize+r]:(r===0?o=i.getX(s):r===1?o=i.getY(s):r===2?o=i.getZ(s):r===3&&(o=i.getW(s)),i.normalized===!0&&(o=lo.normalize(o,i.array))),n.min[r]=Math.min(n.min[r],o),n.max[r]=Math.max(n.max[r],o)}return n}function km(i){return Math.ceil(i/4)*4}function uf(i,t=0){let e=km(i.byteLength);if(e!==i.byteLength){let n=new Uint8Array(e);if(n.set(new Uint8Array(i)),t!==0)for(let s=i.byteLength;s<e;s++)n[s]=t;return n.buffer}return i}function Om(){return typeof document>"u"&&typeof OffscreenCanvas<"u"?new OffscreenCanvas(1,1):document.createElement("canvas")}function Bm(i,t){if(i.toBlob!==void 0)return new Promise(n=>i.toBlob(n,t));let e;return t==="image/jpeg"?e=.92:t==="image/webp"&&(e=.8),i.convertToBlob({type:t,quality:e})}var ff=class{constructor(){this.plugins=[],this.options={},this.pending=[],this.buffers=[],this.byteOffset=0,this.buffers=[],this.nodeMap=new Map,this.skins=[],this.extensionsUsed={},this.extensionsRequired={},this.uids=new Map,this.uid=0,this.json={asset:{version:"2.0",generator:"THREE.GLTFExporter r170"}},this.cache={meshes:new Map,attributes:new Map,attributesNormalized:new Map,materials:new Map,textures:new Map,images:new Map},this.textureUtils=null}setPlugins(t){this.plugins=t}setTextureUtils(t){this.textureUtils=t}async writeAsync(t,e,n={}){this.options=Object.assign({binary:!1,trs:!1,onlyVisible:!0,maxTextureSize:1/0,animations:[],includeCustomExtensions:!1},n),this.options.animations.length>0&&(this.options.trs=!0),await this.processInputAsync(t),await Promise.all(this.pending);let s=this,r=s.buffers,o=s.json;n=s.options;let a=s.extensionsUsed,l=s.extensionsRequired,c=new Blob(r,{type:"application/octet-stream"}),h=Object.keys(a),u=Object.keys(l);if(h.length>0&&(o.extensionsUsed=h),u.length>0&&(o.extensionsRequired=u),o.buffers&&o.buffers.length>0&&(o.buffers[0].byteLength=c.size),n.binary===!0){let f=new FileReader;f.readAsArrayBuffer(c),f.onloadend=function(){let d=uf(f.result),g=new DataView(new ArrayBuffer(Fm));g.setUint32(0,d.byteLength,!0),g.setUint32(4,tE,!0);let _=uf(eE(JSON.stringify(o)),32),m=new DataView(new ArrayBuffer(Fm));m.setUint32(0,_.byteLength,!0),m.setUint32(4,Qw,!0);let p=new ArrayBuffer(Um),y=new DataView(p);y.setUint32(0,Jw,!0),y.setUint32(4,Kw,!0);let v=Um+m.byteLength+_.byteLength+g.byteLength+d.byteLength;y.setUint32(8,v,!0);let x=new Blob([p,m,_,g,d],{type:"application/octet-stream"}),R=new FileReader;R.readAsArrayBuffer(x),R.onloadend=function(){e(R.result)}}}else if(o.buffers&&o.buffers.length>0){let f=new FileReader;f.readAsDataURL(c),f.onloadend=function(){let d=f.result;o.buffers[0].uri=d,e(o)}}else e(o)}serializeUserData(t,e){if(Object.keys(t.userData).length===0)return;let n=this.options,s=this.extensionsUsed;try{let r=JSON.parse(JSON.stringify(t.userData));if(n.includeCustomExtensions&&r.gltfExtensions){e.extensions===void 0&&(e.extensions={});for(let o in r.gltfExtensions)e.extensions[o]=r.gltfExtensions[o],s[o]=!0;delete r.gltfExtensions}Object.keys(r).length>0&&(e.extras=r)}catch(r){console.warn("THREE.GLTFExporter: userData of '"+t.name+"' won't be serialized because of JSON.stringify error - "+r.message)}}getUID(t,e=!1){if(this.uids.has(t)===!1){let s=new Map;s.set(!0,this.uid++),s.set(!1,this.uid++),this.uids.set(t,s)}return this.uids.get(t).get(e)}isNormalizedNormalAttribute(t){if(this.cache.attributesNormalized.has(t))return!1;let n=new C;for(let s=0,r=t.count;s<r;s++)if(Math.abs(n.fromBufferAttribute(t,s).length()-1)>5e-4)return!1;return!0}createNormalizedNormalAttribute(t){let e=this.cache;if(e.attributesNormalized.has(t))return e.attributesNormalized.get(t);let n=t.clone(),s=new C;for(let r=0,o=n.count;r<o;r++)s.fromBufferAttribute(n,r),s.x===0&&s.y===0&&s.z===0?s.setX(1):s.normalize(),n.setXYZ(r,s.x,s.y,s.z);return e.attributesNormalized.set(t,n),n}applyTextureTransform(t,e){let n=!1,s={};(e.offset.x!==0||e.offset.y!==0)&&(s.offset=e.offset.toArray(),n=!0),e.rotation!==0&&(s.rotation=e.rotation,n=!0),(e.repeat.x!==1||e.repeat.y!==1)&&(s.scale=e.repeat.toArray(),n=!0),n&&(t.extensions=t.extensions||{},t.extensions.KHR_texture_transform=s,this.extensionsUsed.KHR_texture_transform=!0)}async buildMetalRoughTextureAsync(t,e){if(t===e)return t;function n(d){return d.colorSpace===Bn?function(_){return _<.04045?_*.0773993808:Math.pow(_*.9478672986+.0521327014,2.4)}:function(_){return _}}t instanceof to&&(t=await this.decompressTextureAsync(t)),e instanceof to&&(e=await this.decompressTextureAsync(e));let s=t?t.image:null,r=e?e.image:null,o=Math.max(s?s.width:0,r?r.width:0),a=Math.max(s?s.height:0,r?r.height:0),l=Om();l.width=o,l.height=a;let c=l.getContext("2d",{willReadFrequently:!0});c.fillStyle="#00ffff",c.fillRect(0,0,o,a);let h=c.getImageData(0,0,o,a);if(s){c.drawImage(s,0,0,o,a);let d=n(t),g=c.getImageData(0,0,o,a).data;for(let _=2;_<g.length;_+=4)h.data[_]=d(g[_]/256)*256}if(r){c.drawImage(r,0,0,o,a);let d=n(e),g=c.getImageData(0,0,o,a).data;for(let _=1;_<g.length;_+=4)h.data[_]=d(g[_]/256)*256}c.putImageData(h,0,0);let f=(t||e).clone();return f.source=new Kr(l),f.colorSpace=Ni,f.channel=(t||e).channel,t&&e&&t.channel!==e.channel&&console.warn("THREE.GLTFExporter: UV channels for metalnessMap and roughnessMap textures must match."),console.warn("THREE.GLTFExporter: Merged metalnessMap and roughnessMap textures."),f}async decompressTextureAsync(t,e=1/0){if(this.textureUtils===null)throw new Error("THREE.GLTFExporter: setTextureUtils() must be called to process compressed textures.");return await this.textureUtils.decompress(t,e)}processBuffer(t){let e=this.json,n=this.buffers;return e.buffers||(e.buffers=[{byteLength:0}]),n.push(t),0}processBufferView(t,e,n,s,r){let o=this.json;o.bufferViews||(o.bufferViews=[]);let a;switch(e){case fe.BYTE:case fe.UNSIGNED_BYTE:a=1;break;case fe.SHORT:case fe.UNSIGNED_SHORT:a=2;break;default:a=4}let l=t.itemSize*a;r===fe.ARRAY_BUFFER&&(l=Math.ceil(l/4)*4);let c=km(s*l),h=new DataView(new ArrayBuffer(c)),u=0;for(let g=n;g<n+s;g++){for(let _=0;_<t.itemSize;_++){let m;t.itemSize>4?m=t.array[g*t.itemSize+_]:(_===0?m=t.getX(g):_===1?m=t.getY(g):_===2?m=t.getZ(g):_===3&&(m=t.getW(g)),t.normalized===!0&&(m=lo.normalize(m,t.array))),e===fe.FLOAT?h.setFloat32(u,m,!0):e===fe.INT?h.setInt32(u,m,!0):e===fe.UNSIGNED_INT?h.setUint32(u,m,!0):e===fe.SHORT?h.setInt16(u,m,!0):e===fe.UNSIGNED_SHORT?h.setUint16(u,m,!0):e===fe.BYTE?h.setInt8(u,m):e===fe.UNSIGNED_BYTE&&h.setUint8(u,m),u+=a}u%l!==0&&(u+=l-u%l)}let f={buffer:this.processBuffer(h.buffer),byteOffset:this.byteOffset,byteLength:c};return r!==void 0&&(f.target=r),r===fe.ARRAY_BUFFER&&(f.byteStride=l),this.byteOffset+=c,o.bufferViews.push(f),{id:o.bufferViews.length-1,byteLength:0}}processBufferViewImage(t){let e=this,n=e.json;return n.bufferViews||(n.bufferViews=[]),new Promise(function(s){let r=new FileReader;r.readAsArrayBuffer(t),r.onloadend=function(){let o=uf(r.result),a={buffer:e.processBuffer(o),byteOffset:e.byteOffset,byteLength:o.byteLength};e.byteOffset+=o.byteLength,s(n.bufferViews.push(a)-1)}})}processAccessor(t,e,n,s){let r=this.json,o={1:"SCALAR",2:"VEC2",3:"VEC3",4:"VEC4",9:"MAT3",16:"MAT4"},a;if(t.array.constructor===Float32Array)a=fe.FLOAT;else if(t.array.constructor===Int32Array)a=fe.INT;else if(t.array.constructor===Uint32Array)a=fe.UNSIGNED_INT;else if(t.array.constructor===Int16Array)a=fe.SHORT;else if(t.array.constructor===Uint16Array)a=fe.UNSIGNED_SHORT;else if(t.array.constructor===Int8Array)a=fe.BYTE;else if(t.array.constructor===Uint8Array)a=fe.UNSIGNED_BYTE;else throw new Error("THREE.GLTFExporter: Unsupported bufferAttribute component type: "+t.array.constructor.name);if(n===void 0&&(n=0),(s===void 0||s===1/0)&&(s=t.count),s===0)return null;let l=iE(t,n,s),c;e!==void 0&&(c=t===e.index?fe.ELEMENT_ARRAY_BUFFER:fe.ARRAY_BUFFER);let h=this.processBufferView(t,a,n,s,c),u={bufferView:h.id,byteOffset:h.byteOffset,componentType:a,count:s,max:l.max,min:l.min,type:o[t.itemSize]};return t.normalized===!0&&(u.normalized=!0),r.accessors||(r.accessors=[]),r.accessors.push(u)-1}processImage(t,e,n,s="image/png"){if(t!==null){let r=this,o=r.cache,a=r.json,l=r.options,c=r.pending;o.images.has(t)||o.images.set(t,{});let h=o.images.get(t),u=s+":flipY/"+n.toString();if(h[u]!==void 0)return h[u];a.images||(a.images=[]);let f={mimeType:s},d=Om();d.width=Math.min(t.width,l.maxTextureSize),d.height=Math.min(t.height,l.maxTextureSize);let g=d.getContext("2d",{willReadFrequently:!0});if(n===!0&&(g.translate(0,d.height),g.scale(1,-1)),t.data!==void 0){e!==Ln&&console.error("GLTFExporter: Only RGBAFormat is supported.",e),(t.width>l.maxTextureSize||t.height>l.maxTextureSize)&&console.warn("GLTFExporter: Image size is bigger than maxTextureSize",t);let m=new Uint8ClampedArray(t.height*t.width*4);for(let p=0;p<m.length;p+=4)m[p+0]=t.data[p+0],m[p+1]=t.data[p+1],m[p+2]=t.data[p+2],m[p+3]=t.data[p+3];g.putImageData(new ImageData(m,t.width,t.height),0,0)}else if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap||typeof OffscreenCanvas<"u"&&t instanceof OffscreenCanvas)g.drawImage(t,0,0,d.width,d.height);else throw new Error("THREE.GLTFExporter: Invalid image type. Use HTMLImageElement, HTMLCanvasElement, ImageBitmap or OffscreenCanvas.");l.binary===!0?c.push(Bm(d,s).then(m=>r.processBufferViewImage(m)).then(m=>{f.bufferView=m})):d.toDataURL!==void 0?f.uri=d.toDataURL(s):c.push(Bm(d,s).then(m=>new FileReader().readAsDataURL(m)).then(m=>{f.uri=m}));let _=a.images.push(f)-1;return h[u]=_,_}else throw new Error("THREE.GLTFExporter: No valid image data found. Unable to process texture.")}processSampler(t){let e=this.json;e.samplers||(e.samplers=[]);let n={magFilter:jn[t.magFilter],minFilter:jn[t.minFilter],wrapS:jn[t.wrapS],wrapT:jn[t.wrapT]};return e.samplers.push(n)-1}async processTextureAsync(t){let n=this.options,s=this.cache,r=this.json;if(s.textures.has(t))return s.textures.get(t);r.textures||(r.textures=[]),t instanceof to&&(t=await this.decompressTextureAsync(t,n.maxTextureSize));let o=t.userData.mimeType;o==="image/webp"&&(o="image/png");let a={sampler:this.processSampler(t),source:this.processImage(t.image,t.format,t.flipY,o)};t.name&&(a.name=t.name),await this._invokeAllAsync(async function(c){c.writeTexture&&await c.writeTexture(t,a)});let l=r.textures.push(a)-1;return s.textures.set(t,l),l}async processMaterialAsync(t){let e=this.cache,n=this.json;if(e.materials.has(t))return e.materials.get(t);if(t.isShaderMaterial)return console.warn("GLTFExporter: THREE.ShaderMaterial not supported."),null;n.materials||(n.materials=[]);let s={pbrMetallicRoughness:{}};t.isMeshStandardMaterial!==!0&&t.isMeshBasicMaterial!==!0&&console.warn("GLTFExporter: Use MeshStandardMaterial or MeshBasicMaterial for best results.");let r=t.color.toArray().concat([t.opacity]);if(ma(r,[1,1,1,1])||(s.pbrMetallicRoughness.baseColorFactor=r),t.isMeshStandardMaterial?(s.pbrMetallicRoughness.metallicFactor=t.metalness,s.pbrMetallicRoughness.roughnessFactor=t.roughness):(s.pbrMetallicRoughness.metallicFactor=0,s.pbrMetallicRoughness.roughnessFactor=1),t.metalnessMap||t.roughnessMap){let a=await this.buildMetalRoughTextureAsync(t.metalnessMap,t.roughnessMap),l={index:await this.processTextureAsync(a),texCoord:a.channel};this.applyTextureTransform(l,a),s.pbrMetallicRoughness.metallicRoughnessTexture=l}if(t.map){let a={index:await this.processTextureAsync(t.map),texCoord:t.map.channel};this.applyTextureTransform(a,t.map),s.pbrMetallicRoughness.baseColorTexture=a}if(t.emissive){let a=t.emissive;if(Math.max(a.r,a.g,a.b)>0&&(s.emissiveFactor=t.emissive.toArray()),t.emissiveMap){let c={index:await this.processTextureAsync(t.emissiveMap),texCoord:t.emissiveMap.channel};this.applyTextureTransform(c,t.emissiveMap),s.emissiveTexture=c}}if(t.normalMap){let a={index:await this.processTextureAsync(t.normalMap),texCoord:t.normalMap.channel};t.normalScale&&t.normalScale.x!==1&&(a.scale=t.normalScale.x),this.applyTextureTransform(a,t.normalMap),s.normalTexture=a}if(t.aoMap){let a={index:await this.processTextureAsync(t.aoMap),texCoord:t.aoMap.channel};t.aoMapIntensity!==1&&(a.strength=t.aoMapIntensity),this.applyTextureTransform(a,t.aoMap),s.occlusionTexture=a}t.transparent?s.alphaMode="BLEND":t.alphaTest>0&&(s.alphaMode="MASK",s.alphaCutoff=t.alphaTest),t.side===Mn&&(s.doubleSided=!0),t.name!==""&&(s.name=t.name),this.serializeUserData(t,s),await this._invokeAllAsync(async function(a){a.writeMaterialAsync&&await a.writeMaterialAsync(t,s)});let o=n.materials.push(s)-1;return e.materials.set(t,o),o}async processMeshAsync(t){let e=this.cache,n=this.json,s=[t.geometry.uuid];if(Array.isArray(t.material))for(let x=0,R=t.material.length;x<R;x++)s.push(t.material[x].uuid);else s.push(t.material.uuid);let r=s.join(":");if(e.meshes.has(r))return e.meshes.get(r);let o=t.geometry,a;t.isLineSegments?a=fe.LINES:t.isLineLoop?a=fe.LINE_LOOP:t.isLine?a=fe.LINE_STRIP:t.isPoints?a=fe.POINTS:a=t.material.wireframe?fe.LINES:fe.TRIANGLES;let l={},c={},h=[],u=[],f={uv:"TEXCOORD_0",uv1:"TEXCOORD_1",uv2:"TEXCOORD_2",uv3:"TEXCOORD_3",color:"COLOR_0",skinWeight:"WEIGHTS_0",skinIndex:"JOINTS_0"},d=o.getAttribute("normal");d!==void 0&&!this.isNormalizedNormalAttribute(d)&&(console.warn("THREE.GLTFExporter: Creating normalized normal attribute from the non-normalized one."),o.setAttribute("normal",this.createNormalizedNormalAttribute(d)));let g=null;for(let x in o.attributes){if(x.slice(0,5)==="morph")continue;let R=o.attributes[x];if(x=f[x]||x.toUpperCase(),/^(POSITION|NORMAL|TANGENT|TEXCOORD_\d+|COLOR_\d+|JOINTS_\d+|WEIGHTS_\d+)$/.test(x)||(x="_"+x),e.attributes.has(this.getUID(R))){c[x]=e.attributes.get(this.getUID(R));continue}g=null;let I=R.array;x==="JOINTS_0"&&!(I instanceof Uint16Array)&&!(I instanceof Uint8Array)?(console.warn('GLTFExporter: Attribute "skinIndex" converted to type UNSIGNED_SHORT.'),g=new he(new Uint16Array(I),R.itemSize,R.normalized)):(I instanceof Uint32Array||I instanceof Int32Array)&&!x.startsWith("_")&&(console.warn(`GLTFExporter: Attribute "${x}" converted to type FLOAT.`),g=nr.Utils.toFloat32BufferAttribute(R));let N=this.processAccessor(g||R,o);N!==null&&(x.startsWith("_")||this.detectMeshQuantization(x,R),c[x]=N,e.attributes.set(this.getUID(R),N))}if(d!==void 0&&o.setAttribute("normal",d),Object.keys(c).length===0)return null;if(t.morphTargetInfluences!==void 0&&t.morphTargetInfluences.length>0){let x=[],R=[],T={};if(t.morphTargetDictionary!==void 0)for(let I in t.morphTargetDictionary)T[t.morphTargetDictionary[I]]=I;for(let I=0;I<t.morphTargetInfluences.length;++I){let N={},S=!1;for(let b in o.morphAttributes){if(b!=="position"&&b!=="normal"){S||(console.warn("GLTFExporter: Only POSITION and NORMAL morph are supported."),S=!0);continue}let P=o.morphAttributes[b][I],V=b.toUpperCase(),O=o.attributes[b];if(e.attributes.has(this.getUID(P,!0))){N[V]=e.attributes.get(this.getUID(P,!0));continue}let H=P.clone();if(!o.morphTargetsRelative)for(let W=0,Y=P.count;W<Y;W++)for(let K=0;K<P.itemSize;K++)K===0&&H.setX(W,P.getX(W)-O.getX(W)),K===1&&H.setY(W,P.getY(W)-O.getY(W)),K===2&&H.setZ(W,P.getZ(W)-O.getZ(W)),K===3&&H.setW(W,P.getW(W)-O.getW(W));N[V]=this.processAccessor(H,o),e.attributes.set(this.getUID(O,!0),N[V])}u.push(N),x.push(t.morphTargetInfluences[I]),t.morphTargetDictionary!==void 0&&R.push(T[I])}l.weights=x,R.length>0&&(l.extras={},l.extras.targetNames=R)}let _=Array.isArray(t.material);if(_&&o.groups.length===0)return null;let m=!1;if(_&&o.index===null){let x=[];for(let R=0,T=o.attributes.position.count;R<T;R++)x[R]=R;o.setIndex(x),m=!0}let p=_?t.material:[t.material],y=_?o.groups:[{materialIndex:0,start:void 0,count:void 0}];for(let x=0,R=y.length;x<R;x++){let T={mode:a,attributes:c};if(this.serializeUserData(o,T),u.length>0&&(T.targets=u),o.index!==null){let N=this.getUID(o.index);(y[x].start!==void 0||y[x].count!==void 0)&&(N+=":"+y[x].start+":"+y[x].count),e.attributes.has(N)?T.indices=e.attributes.get(N):(T.indices=this.processAccessor(o.index,o,y[x].start,y[x].count),e.attributes.set(N,T.indices)),T.indices===null&&delete T.indices}let I=await this.processMaterialAsync(p[y[x].materialIndex]);I!==null&&(T.material=I),h.push(T)}m===!0&&o.setIndex(null),l.primitives=h,n.meshes||(n.meshes=[]),await this._invokeAllAsync(function(x){x.writeMesh&&x.writeMesh(t,l)});let v=n.meshes.push(l)-1;return e.meshes.set(r,v),v}detectMeshQuantization(t,e){if(this.extensionsUsed[hf])return;let n;switch(e.array.constructor){case Int8Array:n="byte";break;case Uint8Array:n="unsigned byte";break;case Int16Array:n="short";break;case Uint16Array:n="unsigned short";break;default:return}e.normalized&&(n+=" normalized");let s=t.split("_",1)[0];Dm[s]&&Dm[s].includes(n)&&(this.extensionsUsed[hf]=!0,this.extensionsRequired[hf]=!0)}processCamera(t){let e=this.json;e.cameras||(e.cameras=[]);let n=t.isOrthographicCamera,s={type:n?"orthographic":"perspective"};return n?s.orthographic={xmag:t.right*2,ymag:t.top*2,zfar:t.far<=0?.001:t.far,znear:t.near<0?0:t.near}:s.perspective={aspectRatio:t.aspect,yfov:lo.degToRad(t.fov),zfar:t.far<=0?.001:t.far,znear:t.near<0?0:t.near},t.name!==""&&(s.name=t.type),e.cameras.push(s)-1}processAnimation(t,e){let n=this.json,s=this.nodeMap;n.animations||(n.animations=[]),t=nr.Utils.mergeMorphTargetTracks(t.clone(),e);let r=t.tracks,o=[],a=[];for(let l=0;l<r.length;++l){let c=r[l],h=Re.parseTrackName(c.name),u=Re.findNode(e,h.nodeName),f=Nm[h.propertyName];if(h.objectName==="bones"&&(u.isSkinnedMesh===!0?u=u.skeleton.getBoneByName(h.objectIndex):u=void 0),!u||!f){console.warn('THREE.GLTFExporter: Could not export animation track "%s".',c.name);continue}let d=1,g=c.values.length/c.times.length;f===Nm.morphTargetInfluences&&(g/=u.morphTargetInfluences.length);let _;c.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline===!0?(_="CUBICSPLINE",g/=3):c.getInterpolation()===Jr?_="STEP":_="LINEAR",a.push({input:this.processAccessor(new he(c.times,d)),output:this.processAccessor(new he(c.values,g)),interpolation:_}),o.push({sampler:a.length-1,target:{node:s.get(u),path:f}})}return n.animations.push({name:t.name||"clip_"+n.animations.length,samplers:a,channels:o}),n.animations.length-1}processSkin(t){let e=this.json,n=this.nodeMap,s=e.nodes[n.get(t)],r=t.skeleton;if(r===void 0)return null;let o=t.skeleton.bones[0];if(o===void 0)return null;let a=[],l=new Float32Array(r.bones.length*16),c=new le;for(let u=0;u<r.bones.length;++u)a.push(n.get(r.bones[u])),c.copy(r.boneInverses[u]),c.multiply(t.bindMatrix).toArray(l,u*16);return e.skins===void 0&&(e.skins=[]),e.skins.push({inverseBindMatrices:this.processAccessor(new he(l,16)),joints:a,skeleton:n.get(o)}),s.skin=e.skins.length-1}async processNodeAsync(t){let e=this.json,n=this.options,s=this.nodeMap;e.nodes||(e.nodes=[]);let r={};if(n.trs){let a=t.quaternion.toArray(),l=t.position.toArray(),c=t.scale.toArray();ma(a,[0,0,0,1])||(r.rotation=a),ma(l,[0,0,0])||(r.translation=l),ma(c,[1,1,1])||(r.scale=c)}else t.matrixAutoUpdate&&t.updateMatrix(),nE(t.matrix)===!1&&(r.matrix=t.matrix.elements);if(t.name!==""&&(r.name=String(t.name)),this.serializeUserData(t,r),t.isMesh||t.isLine||t.isPoints){let a=await this.processMeshAsync(t);a!==null&&(r.mesh=a)}else t.isCamera&&(r.camera=this.processCamera(t));if(t.isSkinnedMesh&&this.skins.push(t),t.children.length>0){let a=[];for(let l=0,c=t.children.length;l<c;l++){let h=t.children[l];if(h.visible||n.onlyVisible===!1){let u=await this.processNodeAsync(h);u!==null&&a.push(u)}}a.length>0&&(r.children=a)}await this._invokeAllAsync(function(a){a.writeNode&&a.writeNode(t,r)});let o=e.nodes.push(r)-1;return s.set(t,o),o}async processSceneAsync(t){let e=this.json,n=this.options;e.scenes||(e.scenes=[],e.scene=0);let s={};t.name!==""&&(s.name=t.name),e.scenes.push(s);let r=[];for(let o=0,a=t.children.length;o<a;o++){let l=t.children[o];if(l.visible||n.onlyVisible===!1){let c=await this.processNodeAsync(l);c!==null&&r.push(c)}}r.length>0&&(s.nodes=r),this.serializeUserData(t,s)}async processObjectsAsync(t){let e=new ns;e.name="AuxScene";for(let n=0;n<t.length;n++)e.children.push(t[n]);await this.processSceneAsync(e)}async processInputAsync(t){let e=this.options;t=t instanceof Array?t:[t],await this._invokeAllAsync(function(s){s.beforeParse&&s.beforeParse(t)});let n=[];for(let s=0;s<t.length;s++)t[s]instanceof ns?await this.processSceneAsync(t[s]):n.push(t[s]);n.length>0&&await this.processObjectsAsync(n);for(let s=0;s<this.skins.length;++s)this.processSkin(this.skins[s]);for(let s=0;s<e.animations.length;++s)this.processAnimation(e.animations[s],t[0]);await this._invokeAllAsync(function(s){s.afterParse&&s.afterParse(t)})}async _invokeAllAsync(t){for(let e=0,n=this.plugins.length;e<n;e++)await t(this.plugins[e])}},df=class{constructor(t){this.writer=t,this.name="KHR_lights_punctual"}writeNode(t,e){if(!t.isLight)return;if(!t.isDirectionalLight&&!t.isPointLight&&!t.isSpotLight){console.warn("THREE.GLTFExporter: Only directional, point, and spot lights are supported.",t);return}let n=this.writer,s=n.json,r=n.extensionsUsed,o={};t.name&&(o.name=t.name),o.color=t.color.toArray(),o.intensity=t.intensity,t.isDirectionalLight?o.type="directional":t.isPointLight?(o.type="point",t.distance>0&&(o.range=t.distance)):t.isSpotLight&&(o.type="spot",t.distance>0&&(o.range=t.distance),o.spot={},o.spot.innerConeAngle=(1-t.penumbra)*t.angle,o.spot.outerConeAngle=t.angle),t.decay!==void 0&&t.decay!==2&&console.warn("THREE.GLTFExporter: Light decay may be lost. glTF is physically-based, and expects light.decay=2."),t.target&&(t.target.parent!==t||t.target.position.x!==0||t.target.position.y!==0||t.target.position.z!==-1)&&console.warn("THREE.GLTFExporter: Light direction may be lost. For best results, make light.target a child of the light with position 0,0,-1."),r[this.name]||(s.extensions=s.extensions||{},s.extensions[this.name]={lights:[]},r[this.name]=!0);let a=s.extensions[this.name].lights;a.push(o),e.extensions=e.extensions||{},e.extensions[this.name]={light:a.length-1}}},pf=class{constructor(t){this.writer=t,this.name="KHR_materials_unlit"}async writeMaterialAsync(t,e){if(!t.isMeshBasicMaterial)return;let s=this.writer.extensionsUsed;e.extensions=e.extensions||{},e.extensions[this.name]={},s[this.name]=!0,e.pbrMetallicRoughness.metallicFactor=0,e.pbrMetallicRoughness.roughnessFactor=.9}},mf=class{constructor(t){this.writer=t,this.name="KHR_materials_clearcoat"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.clearcoat===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.clearcoatFactor=t.clearcoat,t.clearcoatMap){let o={index:await n.processTextureAsync(t.clearcoatMap),texCoord:t.clearcoatMap.channel};n.applyTextureTransform(o,t.clearcoatMap),r.clearcoatTexture=o}if(r.clearcoatRoughnessFactor=t.clearcoatRoughness,t.clearcoatRoughnessMap){let o={index:await n.processTextureAsync(t.clearcoatRoughnessMap),texCoord:t.clearcoatRoughnessMap.channel};n.applyTextureTransform(o,t.clearcoatRoughnessMap),r.clearcoatRoughnessTexture=o}if(t.clearcoatNormalMap){let o={index:await n.processTextureAsync(t.clearcoatNormalMap),texCoord:t.clearcoatNormalMap.channel};t.clearcoatNormalScale.x!==1&&(o.scale=t.clearcoatNormalScale.x),n.applyTextureTransform(o,t.clearcoatNormalMap),r.clearcoatNormalTexture=o}e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},gf=class{constructor(t){this.writer=t,this.name="KHR_materials_dispersion"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.dispersion===0)return;let s=this.writer.extensionsUsed,r={};r.dispersion=t.dispersion,e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},_f=class{constructor(t){this.writer=t,this.name="KHR_materials_iridescence"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.iridescence===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.iridescenceFactor=t.iridescence,t.iridescenceMap){let o={index:await n.processTextureAsync(t.iridescenceMap),texCoord:t.iridescenceMap.channel};n.applyTextureTransform(o,t.iridescenceMap),r.iridescenceTexture=o}if(r.iridescenceIor=t.iridescenceIOR,r.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],r.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1],t.iridescenceThicknessMap){let o={index:await n.processTextureAsync(t.iridescenceThicknessMap),texCoord:t.iridescenceThicknessMap.channel};n.applyTextureTransform(o,t.iridescenceThicknessMap),r.iridescenceThicknessTexture=o}e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},xf=class{constructor(t){this.writer=t,this.name="KHR_materials_transmission"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.transmission===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.transmissionFactor=t.transmission,t.transmissionMap){let o={index:await n.processTextureAsync(t.transmissionMap),texCoord:t.transmissionMap.channel};n.applyTextureTransform(o,t.transmissionMap),r.transmissionTexture=o}e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},yf=class{constructor(t){this.writer=t,this.name="KHR_materials_volume"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.transmission===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.thicknessFactor=t.thickness,t.thicknessMap){let o={index:await n.processTextureAsync(t.thicknessMap),texCoord:t.thicknessMap.channel};n.applyTextureTransform(o,t.thicknessMap),r.thicknessTexture=o}t.attenuationDistance!==1/0&&(r.attenuationDistance=t.attenuationDistance),r.attenuationColor=t.attenuationColor.toArray(),e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},vf=class{constructor(t){this.writer=t,this.name="KHR_materials_ior"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.ior===1.5)return;let s=this.writer.extensionsUsed,r={};r.ior=t.ior,e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},Mf=class{constructor(t){this.writer=t,this.name="KHR_materials_specular"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.specularIntensity===1&&t.specularColor.equals(jw)&&!t.specularIntensityMap&&!t.specularColorMap)return;let n=this.writer,s=n.extensionsUsed,r={};if(t.specularIntensityMap){let o={index:await n.processTextureAsync(t.specularIntensityMap),texCoord:t.specularIntensityMap.channel};n.applyTextureTransform(o,t.specularIntensityMap),r.specularTexture=o}if(t.specularColorMap){let o={index:await n.processTextureAsync(t.specularColorMap),texCoord:t.specularColorMap.channel};n.applyTextureTransform(o,t.specularColorMap),r.specularColorTexture=o}r.specularFactor=t.specularIntensity,r.specularColorFactor=t.specularColor.toArray(),e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},bf=class{constructor(t){this.writer=t,this.name="KHR_materials_sheen"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.sheen==0)return;let n=this.writer,s=n.extensionsUsed,r={};if(t.sheenRoughnessMap){let o={index:await n.processTextureAsync(t.sheenRoughnessMap),texCoord:t.sheenRoughnessMap.channel};n.applyTextureTransform(o,t.sheenRoughnessMap),r.sheenRoughnessTexture=o}if(t.sheenColorMap){let o={index:await n.processTextureAsync(t.sheenColorMap),texCoord:t.sheenColorMap.channel};n.applyTextureTransform(o,t.sheenColorMap),r.sheenColorTexture=o}r.sheenRoughnessFactor=t.sheenRoughness,r.sheenColorFactor=t.sheenColor.toArray(),e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},wf=class{constructor(t){this.writer=t,this.name="KHR_materials_anisotropy"}async writeMaterialAsync(t,e){if(!t.isMeshPhysicalMaterial||t.anisotropy==0)return;let n=this.writer,s=n.extensionsUsed,r={};if(t.anisotropyMap){let o={index:await n.processTextureAsync(t.anisotropyMap)};n.applyTextureTransform(o,t.anisotropyMap),r.anisotropyTexture=o}r.anisotropyStrength=t.anisotropy,r.anisotropyRotation=t.anisotropyRotation,e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},Ef=class{constructor(t){this.writer=t,this.name="KHR_materials_emissive_strength"}async writeMaterialAsync(t,e){if(!t.isMeshStandardMaterial||t.emissiveIntensity===1)return;let s=this.writer.extensionsUsed,r={};r.emissiveStrength=t.emissiveIntensity,e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},Sf=class{constructor(t){this.writer=t,this.name="EXT_materials_bump"}async writeMaterialAsync(t,e){if(!t.isMeshStandardMaterial||t.bumpScale===1&&!t.bumpMap)return;let n=this.writer,s=n.extensionsUsed,r={};if(t.bumpMap){let o={index:await n.processTextureAsync(t.bumpMap),texCoord:t.bumpMap.channel};n.applyTextureTransform(o,t.bumpMap),r.bumpTexture=o}r.bumpFactor=t.bumpScale,e.extensions=e.extensions||{},e.extensions[this.name]=r,s[this.name]=!0}},Tf=class{constructor(t){this.writer=t,this.name="EXT_mesh_gpu_instancing"}writeNode(t,e){if(!t.isInstancedMesh)return;let n=this.writer,s=t,r=new Float32Array(s.count*3),o=new Float32Array(s.count*4),a=new Float32Array(s.count*3),l=new le,c=new C,h=new We,u=new C;for(let d=0;d<s.count;d++)s.getMatrixAt(d,l),l.decompose(c,h,u),c.toArray(r,d*3),h.toArray(o,d*4),u.toArray(a,d*3);let f={TRANSLATION:n.processAccessor(new he(r,3)),ROTATION:n.processAccessor(new he(o,4)),SCALE:n.processAccessor(new he(a,3))};s.instanceColor&&(f._COLOR_0=n.processAccessor(s.instanceColor)),e.extensions=e.extensions||{},e.extensions[this.name]={attributes:f},n.extensionsUsed[this.name]=!0,n.extensionsRequired[this.name]=!0}};nr.Utils={insertKeyframe:function(i,t){let n=i.getValueSize(),s=new i.TimeBufferType(i.times.length+1),r=new i.ValueBufferType(i.values.length+n),o=i.createInterpolant(new i.ValueBufferType(n)),a;if(i.times.length===0){s[0]=t;for(let l=0;l<n;l++)r[l]=0;a=0}else if(t<i.times[0]){if(Math.abs(i.times[0]-t)<.001)return 0;s[0]=t,s.set(i.times,1),r.set(o.evaluate(t),0),r.set(i.values,n),a=0}else if(t>i.times[i.times.length-1]){if(Math.abs(i.times[i.times.length-1]-t)<.001)return i.times.length-1;s[s.length-1]=t,s.set(i.times,0),r.set(i.values,0),r.set(o.evaluate(t),i.values.length),a=s.length-1}else for(let l=0;l<i.times.length;l++){if(Math.abs(i.times[l]-t)<.001)return l;if(i.times[l]<t&&i.times[l+1]>t){s.set(i.times.slice(0,l+1),0),s[l+1]=t,s.set(i.times.slice(l+1),l+2),r.set(i.values.slice(0,(l+1)*n),0),r.set(o.evaluate(t),(l+1)*n),r.set(i.values.slice((l+1)*n),(l+2)*n),a=l+1;break}}return i.times=s,i.values=r,a},mergeMorphTargetTracks:function(i,t){let e=[],n={},s=i.tracks;for(let r=0;r<s.length;++r){let o=s[r],a=Re.parseTrackName(o.name),l=Re.findNode(t,a.nodeName);if(a.propertyName!=="morphTargetInfluences"||a.propertyIndex===void 0){e.push(o);continue}if(o.createInterpolant!==o.InterpolantFactoryMethodDiscrete&&o.createInterpolant!==o.InterpolantFactoryMethodLinear){if(o.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline)throw new Error("THREE.GLTFExporter: Cannot merge tracks with glTF CUBICSPLINE interpolation.");console.warn("THREE.GLTFExporter: Morph target interpolation mode not yet supported. Using LINEAR instead."),o=o.clone(),o.setInterpolation(Jo)}let c=l.morphTargetInfluences.length,h=l.morphTargetDictionary[a.propertyIndex];if(h===void 0)throw new Error("THREE.GLTFExporter: Morph target name not found: "+a.propertyIndex);let u;if(n[l.uuid]===void 0){u=o.clone();let d=new u.ValueBufferType(c*u.times.length);for(let g=0;g<u.times.length;g++)d[g*c+h]=u.values[g];u.name=(a.nodeName||"")+".morphTargetInfluences",u.values=d,n[l.uuid]=u,e.push(u);continue}let f=o.createInterpolant(new o.ValueBufferType(1));u=n[l.uuid];for(let d=0;d<u.times.length;d++)u.values[d*c+h]=f.evaluate(u.times[d]);for(let d=0;d<o.times.length;d++){let g=this.insertKeyframe(u,o.times[d]);u.values[g*c+h]=o.values[d]}}return i.tracks=e,i},toFloat32BufferAttribute:function(i){let t=new he(new Float32Array(i.count*i.itemSize),i.itemSize,!1);if(!i.normalized&&!i.isInterleavedBufferAttribute)return t.array.set(i.array),t;for(let e=0,n=i.count;e<n;e++)for(let s=0;s<i.itemSize;s++)t.setComponent(e,s,i.getComponent(e,s));return t}};var oc=0,sE=1,rE=new C,zm=new ql,Af=new $n,Hm=new C,rc=new Ui,ac=class{constructor(){this.tolerance=-1,this.faces=[],this.newFaces=[],this.assigned=new lc,this.unassigned=new lc,this.vertices=[]}setFromPoints(t){if(t.length>=4){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.vertices.push(new Rf(t[e]));this.compute()}return this}setFromObject(t){let e=[];return t.updateMatrixWorld(!0),t.traverse(function(n){let s=n.geometry;if(s!==void 0){let r=s.attributes.position;if(r!==void 0)for(let o=0,a=r.count;o<a;o++){let l=new C;l.fromBufferAttribute(r,o).applyMatrix4(n.matrixWorld),e.push(l)}}}),this.setFromPoints(e)}containsPoint(t){let e=this.faces;for(let n=0,s=e.length;n<s;n++)if(e[n].distanceToPoint(t)>this.tolerance)return!1;return!0}intersectRay(t,e){let n=this.faces,s=-1/0,r=1/0;for(let o=0,a=n.length;o<a;o++){let l=n[o],c=l.distanceToPoint(t.origin),h=l.normal.dot(t.direction);if(c>0&&h>=0)return null;let u=h!==0?-c/h:0;if(!(u<=0)&&(h>0?r=Math.min(u,r):s=Math.max(u,s),s>r))return null}return s!==-1/0?t.at(s,e):t.at(r,e),e}intersectsRay(t){return this.intersectRay(t,rE)!==null}makeEmpty(){return this.faces=[],this.vertices=[],this}addVertexToFace(t,e){return t.face=e,e.outside===null?this.assigned.append(t):this.assigned.insertBefore(e.outside,t),e.outside=t,this}removeVertexFromFace(t,e){return t===e.outside&&(t.next!==null&&t.next.face===e?e.outside=t.next:e.outside=null),this.assigned.remove(t),this}removeAllVerticesFromFace(t){if(t.outside!==null){let e=t.outside,n=t.outside;for(;n.next!==null&&n.next.face===t;)n=n.next;return this.assigned.removeSubList(e,n),e.prev=n.next=null,t.outside=null,e}}deleteFaceVertices(t,e){let n=this.removeAllVerticesFromFace(t);if(n!==void 0)if(e===void 0)this.unassigned.appendChain(n);else{let s=n;do{let r=s.next;e.distanceToPoint(s.point)>this.tolerance?this.addVertexToFace(s,e):this.unassigned.append(s),s=r}while(s!==null)}return this}resolveUnassignedPoints(t){if(this.unassigned.isEmpty()===!1){let e=this.unassigned.first();do{let n=e.next,s=this.tolerance,r=null;for(let o=0;o<t.length;o++){let a=t[o];if(a.mark===oc){let l=a.distanceToPoint(e.point);if(l>s&&(s=l,r=a),s>1e3*this.tolerance)break}}r!==null&&this.addVertexToFace(e,r),e=n}while(e!==null)}return this}computeExtremes(){let t=new C,e=new C,n=[],s=[];for(let r=0;r<3;r++)n[r]=s[r]=this.vertices[0];t.copy(this.vertices[0].point),e.copy(this.vertices[0].point);for(let r=0,o=this.vertices.length;r<o;r++){let a=this.vertices[r],l=a.point;for(let c=0;c<3;c++)l.getComponent(c)<t.getComponent(c)&&(t.setComponent(c,l.getComponent(c)),n[c]=a);for(let c=0;c<3;c++)l.getComponent(c)>e.getComponent(c)&&(e.setComponent(c,l.getComponent(c)),s[c]=a)}return this.tolerance=3*Number.EPSILON*(Math.max(Math.abs(t.x),Math.abs(e.x))+Math.max(Math.abs(t.y),Math.abs(e.y))+Math.max(Math.abs(t.z),Math.abs(e.z))),{min:n,max:s}}computeInitialHull(){let t=this.vertices,e=this.computeExtremes(),n=e.min,s=e.max,r=0,o=0;for(let f=0;f<3;f++){let d=s[f].point.getComponent(f)-n[f].point.getComponent(f);d>r&&(r=d,o=f)}let a=n[o],l=s[o],c,h;r=0,zm.set(a.point,l.point);for(let f=0,d=this.vertices.length;f<d;f++){let g=t[f];if(g!==a&&g!==l){zm.closestPointToPoint(g.point,!0,Hm);let _=Hm.distanceToSquared(g.point);_>r&&(r=_,c=g)}}r=-1,Af.setFromCoplanarPoints(a.point,l.point,c.point);for(let f=0,d=this.vertices.length;f<d;f++){let g=t[f];if(g!==a&&g!==l&&g!==c){let _=Math.abs(Af.distanceToPoint(g.point));_>r&&(r=_,h=g)}}let u=[];if(Af.distanceToPoint(h.point)<0){u.push(bi.create(a,l,c),bi.create(h,l,a),bi.create(h,c,l),bi.create(h,a,c));for(let f=0;f<3;f++){let d=(f+1)%3;u[f+1].getEdge(2).setTwin(u[0].getEdge(d)),u[f+1].getEdge(1).setTwin(u[d+1].getEdge(0))}}else{u.push(bi.create(a,c,l),bi.create(h,a,l),bi.create(h,l,c),bi.create(h,c,a));for(let f=0;f<3;f++){let d=(f+1)%3;u[f+1].getEdge(2).setTwin(u[0].getEdge((3-f)%3)),u[f+1].getEdge(0).setTwin(u[d+1].getEdge(1))}}for(let f=0;f<4;f++)this.faces.push(u[f]);for(let f=0,d=t.length;f<d;f++){let g=t[f];if(g!==a&&g!==l&&g!==c&&g!==h){r=this.tolerance;let _=null;for(let m=0;m<4;m++){let p=this.faces[m].distanceToPoint(g.point);p>r&&(r=p,_=this.faces[m])}_!==null&&this.addVertexToFace(g,_)}}return this}reindexFaces(){let t=[];for(let e=0;e<this.faces.length;e++){let n=this.faces[e];n.mark===oc&&t.push(n)}return this.faces=t,this}nextVertexToAdd(){if(this.assigned.isEmpty()===!1){let t,e=0,n=this.assigned.first().face,s=n.outside;do{let r=n.distanceToPoint(s.point);r>e&&(e=r,t=s),s=s.next}while(s!==null&&s.face===n);return t}}computeHorizon(t,e,n,s){this.deleteFaceVertices(n),n.mark=sE;let r;e===null?r=e=n.getEdge(0):r=e.next;do{let o=r.twin,a=o.face;a.mark===oc&&(a.distanceToPoint(t)>this.tolerance?this.computeHorizon(t,o,a,s):s.push(r)),r=r.next}while(r!==e);return this}addAdjoiningFace(t,e){let n=bi.create(t,e.tail(),e.head());return this.faces.push(n),n.getEdge(-1).setTwin(e.twin),n.getEdge(0)}addNewFaces(t,e){this.newFaces=[];let n=null,s=null;for(let r=0;r<e.length;r++){let o=e[r],a=this.addAdjoiningFace(t,o);n===null?n=a:a.next.setTwin(s),this.newFaces.push(a.face),s=a}return n.next.setTwin(s),this}addVertexToHull(t){let e=[];return this.unassigned.clear(),this.removeVertexFromFace(t,t.face),this.computeHorizon(t.point,null,t.face,e),this.addNewFaces(t,e),this.resolveUnassignedPoints(this.newFaces),this}cleanup(){return this.assigned.clear(),this.unassigned.clear(),this.newFaces=[],this}compute(){let t;for(this.computeInitialHull();(t=this.nextVertexToAdd())!==void 0;)this.addVertexToHull(t);return this.reindexFaces(),this.cleanup(),this}},bi=class i{constructor(){this.normal=new C,this.midpoint=new C,this.area=0,this.constant=0,this.outside=null,this.mark=oc,this.edge=null}static create(t,e,n){let s=new i,r=new ga(t,s),o=new ga(e,s),a=new ga(n,s);return r.next=a.prev=o,o.next=r.prev=a,a.next=o.prev=r,s.edge=r,s.compute()}getEdge(t){let e=this.edge;for(;t>0;)e=e.next,t--;for(;t<0;)e=e.prev,t++;return e}compute(){let t=this.edge.tail(),e=this.edge.head(),n=this.edge.next.head();return rc.set(t.point,e.point,n.point),rc.getNormal(this.normal),rc.getMidpoint(this.midpoint),this.area=rc.getArea(),this.constant=this.normal.dot(this.midpoint),this}distanceToPoint(t){return this.normal.dot(t)-this.constant}},ga=class{constructor(t,e){this.vertex=t,this.prev=null,this.next=null,this.twin=null,this.face=e}head(){return this.vertex}tail(){return this.prev?this.prev.vertex:null}length(){let t=this.head(),e=this.tail();return e!==null?e.point.distanceTo(t.point):-1}lengthSquared(){let t=this.head(),e=this.tail();return e!==null?e.point.distanceToSquared(t.point):-1}setTwin(t){return this.twin=t,t.twin=this,this}},Rf=class{constructor(t){this.point=t,this.prev=null,this.next=null,this.face=null}},lc=class{constructor(){this.head=null,this.tail=null}first(){return this.head}last(){return this.tail}clear(){return this.head=this.tail=null,this}insertBefore(t,e){return e.prev=t.prev,e.next=t,e.prev===null?this.head=e:e.prev.next=e,t.prev=e,this}insertAfter(t,e){return e.prev=t,e.next=t.next,e.next===null?this.tail=e:e.next.prev=e,t.next=e,this}append(t){return this.head===null?this.head=t:this.tail.next=t,t.prev=this.tail,t.next=null,this.tail=t,this}appendChain(t){for(this.head===null?this.head=t:this.tail.next=t,t.prev=this.tail;t.next!==null;)t=t.next;return this.tail=t,this}remove(t){return t.prev===null?this.head=t.next:t.prev.next=t.next,t.next===null?this.tail=t.prev:t.next.prev=t.prev,this}removeSubList(t,e){return t.prev===null?this.head=e.next:t.prev.next=e.next,e.next===null?this.tail=t.prev:e.next.prev=t.prev,this}isEmpty(){return this.head===null}};var cc=class extends we{constructor(t=[]){super();let e=[],n=[],r=new ac().setFromPoints(t).faces;for(let o=0;o<r.length;o++){let a=r[o],l=a.edge;do{let c=l.head().point;e.push(c.x,c.y,c.z),n.push(a.normal.x,a.normal.y,a.normal.z),l=l.next}while(l!==a.edge)}this.setAttribute("position",new se(e,3)),this.setAttribute("normal",new se(n,3))}};var fo=["#3d8fd1","#e08a1e","#2ca58d","#c8659a","#7d6bd0","#b59a1d","#d1603d","#5b7f95"];function hc(i,t={},e="mat4 place() { return mat4(1.0); }",n={}){let s=new Xt(i),{opacity:r=1}=t,o=new Nn({...t,uniforms:{base:{value:s},sun:{value:new C(.45,.6,.7).normalize()},alpha:{value:r},...n},vertexShader:`
      uniform vec3 base, sun;
      attribute vec3 color;
      varying vec3 tint;
      ${e}
      void main() {
        mat4 place = modelMatrix * place();
        vec3 own = base * color;
        #ifdef USE_INSTANCING
          place = place * instanceMatrix;
        #endif
        #ifdef USE_INSTANCING_COLOR
          own *= instanceColor;
        #endif
        vec3 n = normalize(mat3(place) * normal);
        tint = own * (0.5 + 0.12 * n.y + 0.5 * max(dot(n, sun), 0.0));
        gl_Position = projectionMatrix * viewMatrix * place * vec4(position, 1.0);
      }`,fragmentShader:`
      uniform float alpha;
      varying vec3 tint;
      void main() {
        gl_FragColor = vec4(tint, alpha);
        #include <colorspace_fragment>
      }`});return Object.assign(o,{color:s})}var ir=(i,t)=>typeof i=="number"&&Number.isFinite(i)?i:t;function uo(i,t,e=1){if(e<.5){let a=i.getAttribute("position"),l=new C,c=Float32Array.from({length:3*a.count},(h,u)=>t(l.fromBufferAttribute(a,Math.floor(u/3)))?.62:1);return i.setAttribute("color",new he(c,3))}let n=i.index?i.toNonIndexed():i,s=n.getAttribute("position"),r=new Float32Array(s.count*3),o=new C;for(let a=0;a<s.count;a+=3){o.set(0,0,0);for(let l=0;l<3;l++)o.add(new C().fromBufferAttribute(s,a+l));r.fill(t(o)?.62:1,3*a,3*a+9)}return n.setAttribute("color",new he(r,3)),n}function ui(i){if(!i.getAttribute("color")){let t=i.getAttribute("position").count;i.setAttribute("color",new he(new Float32Array(3*t).fill(1),3))}return i}function Pf(i,t){return new Ol(new la(i),{depth:t,bevelEnabled:!1,steps:1}).translate(0,0,-t/2)}function oE(i){let t=[...i].sort((s,r)=>s[0]-r[0]||s[1]-r[1]),e=(s,r,o)=>(r[0]-s[0])*(o[1]-s[1])-(r[1]-s[1])*(o[0]-s[0]),n=s=>{let r=[];for(let o of s){for(;r.length>1&&e(r[r.length-2],r[r.length-1],o)<=0;)r.pop();r.push(o)}return r.pop(),r};return[...n(t),...n(t.reverse())].map(s=>new at(s[0],s[1]))}function Cf(i,t,e){let n=new Sn(i,i,t,4*Math.max(2,Math.round(12*e)),1).rotateX(Math.PI/2);return uo(n,s=>s.x*s.y>0,e)}function Vm(i,t){let e=.011*t.size,n=[];for(let s=0;s+1<i.length;s++){let[r,o]=[i[s],i[s+1]].map(h=>new C(h[0],h[1],h[2]??0)),a=o.clone().sub(r),l=a.length();if(!(l>1e-9*t.size))continue;let c;if(t.planar){let h=[];for(let u=0;u<=12;u++){let f=-Math.PI/2+Math.PI*u/12;h.push(new at(l+e*Math.cos(f),e*Math.sin(f)))}for(let u=0;u<=12;u++){let f=Math.PI/2+Math.PI*u/12;h.push(new at(e*Math.cos(f),e*Math.sin(f)))}c=Pf(h,1.2*e).rotateZ(Math.atan2(a.y,a.x)).translate(r.x,r.y,r.z)}else c=new eo(e,l,4,14).translate(0,l/2,0),c.applyQuaternion(new We().setFromUnitVectors(new C(0,1,0),a.normalize())),c.translate(r.x,r.y,r.z);n.push(c.index?c.toNonIndexed():c)}return uc(n)}function uc(i){let t=new we;for(let e of["position","normal"]){let n=i.reduce((o,a)=>o+a.getAttribute(e).array.length,0),s=new Float32Array(n),r=0;for(let o of i)s.set(o.getAttribute(e).array,r),r+=o.getAttribute(e).array.length;t.setAttribute(e,new he(s,3))}return t}function aE(i,t){if(t.planar)return Pf(oE(i),.05*t.size);let e=i.map(a=>new C(a[0],a[1],a[2]??0)),s=new wn().setFromPoints(e).getSize(new C),r=.01*Math.max(s.x,s.y,s.z,1e-9),o=["x","y","z"].find(a=>s[a]<r);o&&e.push(...e.map(a=>{let l=a.clone();return l[o]+=r,l}));try{return new cc(e)}catch{return Vm(i,t)}}function _a(i,t){let{planar:e,size:n,detail:s}=t,r=(c,h=6)=>Math.max(h,2*Math.round(c*s/2)),o=.05*n,a=Math.max(ir(i.radius,.02*n),1e-12),l=1.5*n;switch(i.type){case"sphere":return i.radius===0?ui(new ss(.008*n,12,8)):e?Cf(a,o,s):uo(new ss(a,r(40),r(24,4)),c=>c.x*c.y*c.z>0,s);case"disc":return Cf(a,.012*n,s);case"box":{let[c,h,u]=i.half??[1,1,1],f=2*ir(i.round,0);return ui(new li(2*c+f,2*h+f,(u>0?2*u:o)+f))}case"capsule":{let c=ir(i.half_length,0);if(!e){let h=new eo(a,2*c,r(8,2),r(24)).rotateX(Math.PI/2);return uo(h,u=>u.x>0&&u.y>0,s)}return ui(new eo(a,2*c,10,24).rotateX(Math.PI/2))}case"cylinder":{let c=ir(i.half_length,l),h=new Sn(a,a,2*c,r(48),1).rotateX(Math.PI/2);return i.half_length==null?ui(h):uo(h,u=>u.x*u.y>0,s)}case"hollow-cylinder":{let c=e?o:Math.max(2.2*a,.6*n);return ui(new Sn(a,a,c,64,1,!0).rotateX(Math.PI/2))}case"ellipsoid":{let[c,h,u]=i.half??[1,1,1];return uo(new ss(1,r(40),r(24,4)).scale(c,h,u),f=>f.x*f.y*f.z>0,s)}case"hull":return ui(aE(i.points??[],t));case"polygon":return ui(Pf((i.points??[]).map(c=>new at(c[0],c[1])),.6*o));case"bars":return ui(Vm(i.points??[],t));case"mesh":{let c=new we;c.setAttribute("position",new se((i.vertices??[]).flat(),3)),c.setIndex((i.triangles??[]).flat());let h=c.toNonIndexed();return h.computeVertexNormals(),ui(h)}default:return e?Cf(.022*n,o,s):uo(new ss(.022*n,24,16),c=>c.x*c.y*c.z>0)}}function Gm(i){let t=ir(i.radius,0),e=new C,n=new wn,s=(o,a,l)=>n.set(e.set(o,a,l).clone().negate(),e.clone()),r=o=>{for(let a of o??[])n.expandByPoint(e.set(a[0],a[1],a[2]??0));return n.isEmpty()?null:n};switch(i.type){case"plane":case"symbol":return null;case"box":case"ellipsoid":{let[o,a,l]=i.half??[0,0,0],c=ir(i.round,0);return s(o+c,a+c,l+c)}case"capsule":return s(t,t,ir(i.half_length,0)+t);case"cylinder":return i.half_length==null?null:s(t,t,i.half_length);case"disc":case"hollow-cylinder":return s(t,t,0);case"mesh":return r(i.vertices);case"hull":case"bars":case"polygon":return r(i.points);default:return s(t,t,t)}}var lE=4e6,If=(i,t={})=>new kl({color:i,roughness:.6,metalness:.1,...t});function Wm(i,t,e,n){let s=t.shape.type==="plane"?new Oi(5*e.size,5*e.size):_a(t.shape,e),r=new De(s,n);r.position.set(...t.at.r),r.quaternion.set(t.at.p[1],t.at.p[2],t.at.p[3],t.at.p[0]),i.add(r)}var Lf=class{tracks=[];rows;t;constructor(t,e){let n=Math.max(1,Math.ceil(10*e*t.t.length/lE));this.rows=Array.from(t.t.keys()).filter(s=>s%n===0||s===t.t.length-1),this.t=this.rows.map(s=>t.t[s]-t.t[0])}add(t,e,n){let s=e==="quaternion"?Ps:Ls;this.tracks.push(new s(`${t.name}.${e}`,this.t,this.rows.flatMap(n)))}};async function fc(i){let t=i.runs[0],{look:e}=i.stage,n=new ns,s=new Lf(t,t.scene.frames),r=(h,u)=>new C(t.frames[7*h][u],t.frames[7*h+1][u],t.frames[7*h+2][u]);t.scene.parts.forEach((h,u)=>{let f=new bn,{color:d}=i.stage.views[0].parts[u];f.name=`part${u}`,f.userData={name:h.name},n.add(f);let g=h.shapes.map(y=>y.at.frame??h.first);for(let y of new Set(h.kind==="line"?g:[h.first,...g])){let v=new bn,x=(R,...T)=>T.map(I=>t.frames[7*y+I][R]);v.name=`part${u}frame${y}`,f.add(v),h.shapes.filter((R,T)=>g[T]===y).forEach(R=>Wm(v,R,e,If(d,{vertexColors:R.shape.type!=="plane"}))),s.add(v,"position",R=>x(R,0,1,2)),s.add(v,"quaternion",R=>x(R,4,5,6,3))}if(h.kind!=="line")return;let _=new Sn(1,1,1,10).translate(0,.5,0),m=Math.max(h.radius??0,.007*e.size),p=new C(0,1,0);for(let y=h.first;y+1<h.first+h.count;y++){let v=new De(_,If(d)),x=R=>r(y+1,R).sub(r(y,R));v.name=`part${u}bar${y}`,f.add(v),s.add(v,"position",R=>r(y,R).toArray()),s.add(v,"quaternion",R=>new We().setFromUnitVectors(p,x(R).normalize()).toArray()),s.add(v,"scale",R=>[m,Math.max(x(R).length(),1e-12),m])}});let o=new bn;o.name="world",t.scene.world.forEach(h=>Wm(o,h,e,If("#9aa5b1",{side:Mn}))),n.add(o);let a=new Vl("motion",-1,s.tracks),l=await new nr().parseAsync(n,{animations:[a],onlyVisible:!1}),c=JSON.stringify(l);return ls(sr(i,"gltf"),new Blob([c],{type:"model/gltf+json"})),c}var sr=(i,t)=>`${i.runs[0].name.replace(/[^\w.-]+/g,"-")}.${t}`;async function Df(i){i.draw();let t=await new Promise((e,n)=>i.stage.canvas.toBlob(s=>s?e(s):n(new Error("no picture")),"image/png"));return ls(sr(i,"png"),t),t}function Nf(i){i.draw();let{stage:t}=i,e=t.camera,n=[];t.cells((l,c,h,u)=>n.push(`<svg x="${l}" y="${c}" width="${h}" height="${u}" viewBox="0 0 ${h} ${u}">${cE(t,e,h,u)}</svg>`));let{clientWidth:s,clientHeight:r}=t.canvas,o=`#${t.scene.background.getHexString()}`,a=`<svg xmlns="http://www.w3.org/2000/svg" width="${s}" height="${r}" viewBox="0 0 ${s} ${r}"><rect width="100%" height="100%" fill="${o}"/>${n.join("")}</svg>`;return ls(sr(i,"svg"),new Blob([a],{type:"image/svg+xml"})),a}function cE(i,t,e,n){let s=[],r=new C(.4,.7,.9).normalize(),o=u=>{let f=u.clone().project(t);return[(f.x+1)/2*e,(1-f.y)/2*n,f.z]},a=u=>u.toFixed(1),l=new le,c=new Xt,h=(u,f,d,g,_)=>{let m=u.geometry,p=m.getAttribute("position"),y=m.getAttribute("color"),v=m.index?m.index.count:p.count,x=[0,1,2].map(()=>new C);for(let R=0;R+2<v&&s.length<6e4;R+=3){let T=[0,1,2].map(O=>m.index?m.index.getX(R+O):R+O);T.forEach((O,H)=>x[H].fromBufferAttribute(p,O).applyMatrix4(f));let I=x.map(o);if((I[1][0]-I[0][0])*(I[2][1]-I[0][1])-(I[2][0]-I[0][0])*(I[1][1]-I[0][1])>=0||I.some(O=>Math.abs(O[2])>1))continue;let S=x[1].clone().sub(x[0]).cross(x[2].clone().sub(x[0])).normalize();c.copy(d),y&&c.multiply(new Xt(y.getX(T[0]),y.getY(T[0]),y.getZ(T[0]))),_||c.multiplyScalar(.62+.38*Math.max(S.dot(r),0));let b=`#${c.getHexString()}`,P=I.map(O=>`${a(O[0])},${a(O[1])}`).join(" "),V=_?-2:(I[0][2]+I[1][2]+I[2][2])/3;s.push({z:V,text:`<polygon points="${P}" fill="${b}" stroke="${b}" stroke-width=".4"${g<1?` fill-opacity="${g}" stroke-opacity="0"`:""}/>`})}};return i.scene.updateMatrixWorld(),i.scene.traverseVisible(u=>{if(u instanceof As){let f=u.material;for(let d=0;d<u.count;d++){u.getMatrixAt(d,l),l.premultiply(u.matrixWorld);let g=f.color.clone();u.instanceColor&&(u.getColorAt(d,c),g.multiply(c)),h(u,l,g,f.opacity,f instanceof vi)}}else if(u instanceof De){let f=u.material;h(u,u.matrixWorld,f.color,f.opacity,!1)}else if(u instanceof Rs){let f=u.geometry.getAttribute("position"),d=u.geometry.drawRange,g=Math.min(f.count,d.start+d.count),_=u instanceof is,m=u.material.color,p=new C,y=new C;for(let v=d.start;v+1<g&&s.length<6e4;v+=_?2:1){let x=o(p.fromBufferAttribute(f,v).applyMatrix4(u.matrixWorld)),R=o(y.fromBufferAttribute(f,v+1).applyMatrix4(u.matrixWorld));Math.abs(x[2])>1||Math.abs(R[2])>1||Math.max(x[0],R[0])<0||Math.min(x[0],R[0])>e||s.push({z:(x[2]+R[2])/2-1e-4,text:`<line x1="${a(x[0])}" y1="${a(x[1])}" x2="${a(R[0])}" y2="${a(R[1])}" stroke="#${m.getHexString()}" stroke-width="1"/>`})}}}),s.sort((u,f)=>f.z-u.z),s.map(u=>u.text).join("")}async function Uf(i){let t=["video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm"].find(o=>MediaRecorder.isTypeSupported(o));if(!t)throw new Error("this browser records no films");let e=new MediaRecorder(i.stage.canvas.captureStream(30),{mimeType:t,videoBitsPerSecond:6e6}),n=[];e.ondataavailable=o=>n.push(o.data);let s=new Promise(o=>{e.onstop=()=>o()});for(i.seek(i.start),e.start(),i.toggle();i.playing;)await new Promise(o=>setTimeout(o,50));e.stop(),await s;let r=new Blob(n,{type:t});return ls(sr(i,"webm"),r),r}async function Ff(i,t=80,e=480){let n=document.createElement("canvas"),s=i.stage.canvas;n.width=e,n.height=Math.round(e*s.clientHeight/s.clientWidth);let r=n.getContext("2d",{willReadFrequently:!0}),o=new sc(n.width,n.height),a=Math.max(2,Math.min(20,Math.round(100*(i.end-i.start)/i.speed/t))),l=i.time;for(let h=0;h<t;h++)i.seek(i.start+(i.end-i.start)*h/(t-1)),i.draw(),r.drawImage(s,0,0,n.width,n.height),o.frame(r.getImageData(0,0,n.width,n.height).data,a),h%8===0&&await new Promise(u=>setTimeout(u,0));i.seek(l);let c=new Blob([o.finish()],{type:"image/gif"});return ls(sr(i,"gif"),c),c}function Of(i){let t=n=>/[",\n\r]/.test(n)?`"${n.replace(/"/g,'""')}"`:n,e=[["t",...i.columns.map(n=>t(n.name))].join(",")];for(let n=0;n<i.t.length;n++)e.push([i.t[n],...i.columns.map(s=>s.values[n])].join(","));return new Blob([`${e.join(`
`)}
`],{type:"text/csv"})}var hE="uplot",uE="u-hz",fE="u-vt",dE="u-title",pE="u-wrap",mE="u-under",gE="u-over",_E="u-axis",ar="u-off",xE="u-select",yE="u-cursor-x",vE="u-cursor-y",ME="u-cursor-pt",bE="u-legend",wE="u-live",EE="u-inline",SE="u-series",TE="u-marker",Xm="u-label",AE="u-value",ya="width",va="height";var Ym="bottom",po="left",kf="right",nd="#000",qm=nd+"0",zf="mousemove",$m="mousedown",Hf="mouseup",Zm="mouseenter",jm="mouseleave",Jm="dblclick",RE="resize",CE="scroll",Km="change",_c="dppxchange",id="--",Mo=typeof window<"u",Yf=Mo?document:null,go=Mo?window:null,PE=Mo?navigator:null,Ee,dc;function qf(){let i=devicePixelRatio;Ee!=i&&(Ee=i,dc&&Zf(Km,dc,qf),dc=matchMedia(`(min-resolution: ${Ee-.001}dppx) and (max-resolution: ${Ee+.001}dppx)`),lr(Km,dc,qf),go.dispatchEvent(new CustomEvent(_c)))}function Jn(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function $f(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function ze(i,t,e){i.style[t]=e+"px"}function wi(i,t,e,n){let s=Yf.createElement(i);return t!=null&&Jn(s,t),e?.insertBefore(s,n),s}function fi(i,t){return wi("div",i,t)}var Qm=new WeakMap;function Bi(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=Qm.get(i);r!=o&&(i.style.transform=r,Qm.set(i,r),t<0||e<0||t>n||e>s?Jn(i,ar):$f(i,ar))}var tg=new WeakMap;function eg(i,t,e){let n=t+e,s=tg.get(i);n!=s&&(tg.set(i,n),i.style.background=t,i.style.borderColor=e)}var ng=new WeakMap;function ig(i,t,e,n){let s=t+""+e,r=ng.get(i);s!=r&&(ng.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var sd={passive:!0},IE={...sd,capture:!0};function lr(i,t,e,n){t.addEventListener(i,e,n?IE:sd)}function Zf(i,t,e,n){t.removeEventListener(i,e,sd)}Mo&&qf();function Ei(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:Kn((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Ig(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var Lg=i=>i!=null,Dg=i=>i!=null&&i>0,vc=Ig(Lg),LE=Ig(Dg);function DE(i,t,e,n=0,s=!1){let r=s?LE:vc,o=s?Dg:Lg;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Ne,l??-Ne]}function Mc(i,t,e,n){let s=og(i),r=og(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?cs:Ng,a=s==1?Kn:di,l=r==1?di:Kn,c=a(o(rn(i))),h=l(o(rn(t))),u=_o(e,c),f=_o(e,h);return e==10&&(c<0&&(u=Ue(u,-c)),h<0&&(f=Ue(f,-h))),n||e==2?(i=u*s,t=f*r):(i=Bg(i,u),t=bc(t,f)),[i,t]}function rd(i,t,e,n){let s=Mc(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var od=.1,sg={mode:3,pad:od},ba={pad:0,soft:null,mode:0},NE={min:ba,max:ba};function xc(i,t,e,n){return wc(e)?rg(i,t,e):(ba.pad=e,ba.soft=n?0:null,ba.mode=n?3:0,rg(i,t,NE))}function ve(i,t){return i??t}function UE(i,t,e){for(t=ve(t,0),e=ve(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function rg(i,t,e){let n=e.min,s=e.max,r=ve(n.pad,0),o=ve(s.pad,0),a=ve(n.hard,-Ne),l=ve(s.hard,Ne),c=ve(n.soft,Ne),h=ve(s.soft,-Ne),u=ve(n.mode,0),f=ve(s.mode,0),d=t-i,g=cs(d),_=Un(rn(i),rn(t)),m=cs(_),p=rn(m-g);(d<1e-24||p>10)&&(d=0,(i==0||t==0)&&(d=1e-24,u==2&&c!=Ne&&(r=0),f==2&&h!=-Ne&&(o=0)));let y=d||_||1e3,v=cs(y),x=_o(10,Kn(v)),R=y*(d==0?i==0?.1:1:r),T=Ue(Bg(i-R,x/10),24),I=i>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:Ne,N=Un(a,T<I&&i>=I?I:Si(I,T)),S=y*(d==0?t==0?.1:1:o),b=Ue(bc(t+S,x/10),24),P=t<=h&&(f==1||f==3&&b>=h||f==2&&b<=h)?h:-Ne,V=Si(l,b>P&&t<=P?P:Un(P,b));return N==V&&N==0&&(V=100),[N,V]}var FE=new Intl.NumberFormat(Mo?PE.language:"en-US"),ad=i=>FE.format(i),Qn=Math,gc=Qn.PI,rn=Qn.abs,Kn=Qn.floor,sn=Qn.round,di=Qn.ceil,Si=Qn.min,Un=Qn.max,_o=Qn.pow,og=Qn.sign,cs=Qn.log10,Ng=Qn.log2,OE=(i,t=1)=>Qn.sinh(i)*t,Vf=(i,t=1)=>Qn.asinh(i/t),Ne=1/0;function ag(i){return(cs((i^i>>31)-(i>>31))|0)+1}function jf(i,t,e){return Si(Un(i,t),e)}function Ug(i){return typeof i=="function"}function pe(i){return Ug(i)?i:()=>i}var BE=()=>{},Fg=i=>i,Og=(i,t)=>t,kE=i=>null,lg=i=>!0,cg=(i,t)=>i==t,zE=/\.\d*?(?=9{6,}|0{6,})/gm,cr=i=>{if(zg(i)||Fs.has(i))return i;let t=`${i}`,e=t.match(zE);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${cr(s)}e${r}`}return Ue(i,n)};function rr(i,t){return cr(Ue(cr(i/t))*t)}function bc(i,t){return cr(di(cr(i/t))*t)}function Bg(i,t){return cr(Kn(cr(i/t))*t)}function Ue(i,t=0){if(zg(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return sn(n)/e}var Fs=new Map;function kg(i){return((""+i).split(".")[1]||"").length}function Ea(i,t,e,n){let s=[],r=n.map(kg);for(let o=t;o<e;o++){let a=rn(o),l=Ue(_o(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),f=i==10?h:Ue(h,u);s.push(f),Fs.set(f,u)}}return s}var wa={},ld=[],xo=[null,null],Us=Array.isArray,zg=Number.isInteger,HE=i=>i===void 0;function hg(i){return typeof i=="string"}function wc(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function VE(i){return i!=null&&typeof i=="object"}var GE=Object.getPrototypeOf(Uint8Array),Hg="__proto__";function yo(i,t=wc){let e;if(Us(i)){let n=i.find(s=>s!=null);if(Us(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=yo(i[s],t)}else e=i.slice()}else if(i instanceof GE)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Hg&&(e[n]=yo(i[n],t))}else e=i;return e}function Qe(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Hg&&(wc(i[s])?Qe(i[s],yo(n[s])):i[s]=yo(n[s]))}return i}var WE=0,XE=1,YE=2;function qE(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function $E(i,t){if(JE(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return KE(o[0])||(o=jE(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),f=t?t[o][c]:XE,d=[];for(let g=0;g<h.length;g++){let _=h[g],m=r.get(l[g]);_===null?f!=WE&&(u[m]=_,f==YE&&d.push(m)):u[m]=_}qE(u,d,s),n.push(u)}}return n}var ZE=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function jE(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function JE(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function KE(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Un(1,Kn((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Vg=["January","February","March","April","May","June","July","August","September","October","November","December"],Gg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Wg(i){return i.slice(0,3)}var QE=Gg.map(Wg),tS=Vg.map(Wg),eS={MMMM:Vg,MMM:tS,WWWW:Gg,WWW:QE};function xa(i){return(i<10?"0":"")+i}function nS(i){return(i<10?"00":i<100?"0":"")+i}var iS={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>xa(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>xa(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>xa(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>xa(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>xa(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>nS(i.getMilliseconds())};function cd(i,t){t=t||eS;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?iS[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var sS=new Intl.DateTimeFormat().resolvedOptions().timeZone;function rS(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==sS?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var Xg=i=>i%1==0,yc=[1,2,2.5,5],oS=Ea(10,-32,0,yc),Yg=Ea(10,0,32,yc),aS=Yg.filter(Xg),or=oS.concat(Yg),hd=`
`,qg="{YYYY}",ug=hd+qg,$g="{M}/{D}",Ma=hd+$g,pc=Ma+"/{YY}",Zg="{aa}",lS="{h}:{mm}",mo=lS+Zg,fg=hd+mo,dg=":{ss}",Te=null;function jg(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ea(10,0,3,yc).filter(Xg):Ea(10,-3,0,yc)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,qg,Te,Te,Te,Te,Te,Te,1],[s*28,"{MMM}",ug,Te,Te,Te,Te,Te,1],[s,$g,ug,Te,Te,Te,Te,Te,1],[n,"{h}"+Zg,pc,Te,Ma,Te,Te,Te,1],[e,mo,pc,Te,Ma,Te,Te,Te,1],[t,dg,pc+" "+mo,Te,Ma+" "+mo,Te,fg,Te,1],[i,dg+".{fff}",pc+" "+mo,Te,Ma+" "+mo,Te,fg,Te,1]];function h(u){return(f,d,g,_,m,p)=>{let y=[],v=m>=o,x=m>=r&&m<o,R=u(g),T=Ue(R*i,3),I=Gf(R.getFullYear(),v?0:R.getMonth(),x||v?1:R.getDate()),N=Ue(I*i,3);if(x||v){let S=x?m/r:0,b=v?m/o:0,P=T==N?T:Ue(Gf(I.getFullYear()+b,I.getMonth()+S,1)*i,3),V=new Date(sn(P/i)),O=V.getFullYear(),H=V.getMonth();for(let W=0;P<=_;W++){let Y=Gf(O+b*W,H+S*W,1),K=Y-u(Ue(Y*i,3));P=Ue((+Y+K)*i,3),P<=_&&y.push(P)}}else{let S=m>=s?s:m,b=Kn(g)-Kn(T),P=N+b+bc(T-N,S);y.push(P);let V=u(P),O=V.getHours()+V.getMinutes()/e+V.getSeconds()/n,H=m/n,W=f.axes[d]._space,Y=p/W;for(;P=Ue(P+m,i==1?0:3),!(P>_);)if(H>1){let K=Kn(Ue(O+H,6))%24,ct=u(P).getHours()-K;ct>1&&(ct=-1),P-=ct*n,O=(O+H)%24;let gt=y[y.length-1];Ue((P-gt)/m,3)*Y>=.7&&y.push(P)}else y.push(P)}return y}}return[l,c,h]}var[cS,hS,uS]=jg(1),[fS,dS,pS]=jg(.001);Ea(2,-53,53,[1]);function pg(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function mg(i,t){return(e,n,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],l,c,h,u,f,d;return n.map(g=>{let _=i(g),m=_.getFullYear(),p=_.getMonth(),y=_.getDate(),v=_.getHours(),x=_.getMinutes(),R=_.getSeconds(),T=m!=l&&a[2]||p!=c&&a[3]||y!=h&&a[4]||v!=u&&a[5]||x!=f&&a[6]||R!=d&&a[7]||a[1];return l=m,c=p,h=y,u=v,f=x,d=R,T(_)})}}function mS(i,t){let e=cd(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function Gf(i,t,e){return new Date(i,t,e)}function gg(i,t){return t(i)}var gS="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function _g(i,t){return(e,n,s,r)=>r==null?id:t(i(n))}function _S(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function xS(i,t){return i.series[t].fill(i,t)}var yS={show:!0,live:!0,isolate:!1,mount:BE,markers:{show:!0,width:2,stroke:_S,fill:xS,dash:"solid"},idx:null,idxs:null,values:[]};function vS(i,t){let e=i.cursor.points,n=fi(),s=e.size(i,t);ze(n,ya,s),ze(n,va,s);let r=s/-2;ze(n,"marginLeft",r),ze(n,"marginTop",r);let o=e.width(i,t,s);return o&&ze(n,"borderWidth",o),n}function MS(i,t){let e=i.series[t].points;return e._fill||e._stroke}function bS(i,t){let e=i.series[t].points;return e._stroke||e._fill}function wS(i,t){return i.series[t].points.size}var Wf=[0,0];function ES(i,t,e){return Wf[0]=t,Wf[1]=e,Wf}function mc(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function Xf(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var SS={show:!0,x:!0,y:!0,lock:!1,move:ES,points:{one:!1,show:vS,size:wS,width:0,stroke:bS,fill:MS},bind:{mousedown:mc,mouseup:mc,click:mc,dblclick:mc,mousemove:Xf,mouseleave:Xf,mouseenter:Xf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Jg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},ud=Qe({},Jg,{filter:Og}),Kg=Qe({},ud,{size:10}),Qg=Qe({},Jg,{show:!1}),fd='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',t0="bold "+fd,e0=1.5,xg={show:!0,scale:"x",stroke:nd,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:t0,side:2,grid:ud,ticks:Kg,border:Qg,font:fd,lineGap:e0,rotate:0},TS="Value",AS="Time",yg={show:!0,scale:"x",auto:!1,sorted:1,min:Ne,max:-Ne,idxs:[]};function RS(i,t,e,n,s){return t.map(r=>r==null?"":ad(r))}function CS(i,t,e,n,s,r,o){let a=[],l=Fs.get(s)||0;e=o?e:Ue(bc(e,s),l);for(let c=e;c<=n;c=Ue(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Jf(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?cs:Ng,h=Kn(c(e));s=_o(l,h),l==10&&(s=or[Ei(s,or)]);let u=e,f=s*l;l==10&&(f=or[Ei(f,or)]);do a.push(u),u=u+s,l==10&&!Fs.has(u)&&(u=Ue(u,Fs.get(s))),u>=f&&(s=u,f=s*l,l==10&&(f=or[Ei(f,or)]));while(u<=n);return a}function PS(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?Jf(i,t,Un(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?Jf(i,t,Un(l,-n),-e,s):[l]).reverse().map(f=>-f).concat(h,c)}var n0=/./,IS=/[12357]/,LS=/[125]/,vg=/1/,Kf=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function DS(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?n0:l(7,o)-h>=c?IS:l(5,o)-h>=c?LS:vg;if(u==vg){let f=rn(l(1,o)-h);if(f<c)return Kf(t.slice().reverse(),a.distr,u,di(c/f)).reverse()}return Kf(t,a.distr,u,1)}function NS(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=rn(l(1,o)-l(2,o));return c<a?Kf(t.slice().reverse(),3,n0,di(a/c)).reverse():t}function US(i,t,e,n){return n==null?id:t==null?"":ad(t)}var Mg={show:!0,scale:"y",stroke:nd,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:t0,side:3,grid:ud,ticks:Kg,border:Qg,font:fd,lineGap:e0,rotate:0};function FS(i,t){let e=3+(i||1)*2;return Ue(e*t,3)}function OS(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=rn(o-r),l=i.series[t],c=a/(l.points.space*Ee);return n[1]-n[0]<=c}var bg={scale:null,auto:!0,sorted:0,min:Ne,max:-Ne},i0=(i,t,e,n,s)=>s,wg={show:!0,auto:!0,sorted:0,gaps:i0,alpha:1,facets:[Qe({},bg,{scale:"x"}),Qe({},bg,{scale:"y"})]},Eg={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:i0,alpha:1,points:{show:OS,filter:null},values:null,min:Ne,max:-Ne,idxs:[],path:null,clip:null};function BS(i,t,e,n,s){return e/10}var s0={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},kS=Qe({},s0,{time:!1,ori:1}),Sg={};function r0(i,t){let e=Sg[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(Sg[i]=e)),e}var vo=1,Qf=2;function hr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],f=a.left,d=a.top,g=a.width,_=a.height,m=i.valToPosH,p=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,p,f,d,g,_,Sc,bo,Ac,a0,c0):e(s,l,c,h,u,p,m,d,f,_,g,Tc,wo,md,l0,h0)}function dd(i,t){let e=0,n=0,s=ve(i.bands,ld);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function zS(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function hs(i,t,e,n,s,r){return hr(i,t,(o,a,l,c,h,u,f,d,g,_,m)=>{let p=o.pxRound,y=c.dir*(c.ori==0?1:-1),v=c.ori==0?bo:wo,x,R;y==1?(x=e,R=n):(x=n,R=e);let T=p(u(a[x],c,_,d)),I=p(f(l[x],h,m,g)),N=p(u(a[R],c,_,d)),S=p(f(r==1?h.max:h.min,h,m,g)),b=new Path2D(s);return v(b,N,S),v(b,T,S),v(b,T,I),b})}function Ec(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?Ac:md,l=e;for(let u=0;u<i.length;u++){let f=i[u];if(f[1]>f[0]){let d=f[0]-l;d>0&&a(o,l,n,d,n+r),l=f[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function HS(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function pd(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,f=c;if(s==1)for(;++c<=n&&t[c]===null;)f=c;else for(;--c>=e&&t[c]===null;)f=c;let d=r(i[u]),g=f==u?d:r(i[f]),_=u-s;d=o<=0&&_>=0&&_<l?r(i[_]):d;let p=f+s;g=o>=0&&p>=0&&p<l?r(i[p]):g,g>=d&&a.push([d,g])}return a}function Tg(i){return i==0?Fg:i==1?sn:t=>rr(t,i)}function o0(i){let t=i==0?Sc:Tc,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Si(c,a/2,l/2),h=Si(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var Sc=(i,t,e)=>{i.moveTo(t,e)},Tc=(i,t,e)=>{i.moveTo(e,t)},bo=(i,t,e)=>{i.lineTo(t,e)},wo=(i,t,e)=>{i.lineTo(e,t)},Ac=o0(0),md=o0(1),a0=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},l0=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},c0=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},h0=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function u0(i){return(t,e,n,s,r)=>hr(t,e,(o,a,l,c,h,u,f,d,g,_,m)=>{let{pxRound:p,points:y}=o,v,x;c.ori==0?(v=Sc,x=a0):(v=Tc,x=l0);let R=Ue(y.width*Ee,3),T=(y.size-y.width)/2*Ee,I=Ue(T*2,3),N=new Path2D,S=new Path2D,{left:b,top:P,width:V,height:O}=t.bbox;Ac(S,b-I,P-I,V+I*2,O+I*2);let H=W=>{if(l[W]!=null){let Y=p(u(a[W],c,_,d)),K=p(f(l[W],h,m,g));v(N,Y+T,K),x(N,Y,K,T,0,gc*2)}};if(r)r.forEach(H);else for(let W=n;W<=s;W++)H(W);return{stroke:R>0?N:null,fill:N,clip:S,flags:vo|Qf}})}function f0(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var VS=f0(bo),GS=f0(wo);function d0(i){let t=ve(i?.alignGaps,0);return(e,n,s,r)=>hr(e,n,(o,a,l,c,h,u,f,d,g,_,m)=>{[s,r]=vc(l,s,r);let p=o.pxRound,y=O=>p(u(O,c,_,d)),v=O=>p(f(O,h,m,g)),x,R;c.ori==0?(x=bo,R=VS):(x=wo,R=GS);let T=c.dir*(c.ori==0?1:-1),I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:vo},N=I.stroke,S=!1;if(r-s>=_*4){let O=xt=>e.posToVal(xt,c.key,!0),H=null,W=null,Y,K,Q,lt=y(a[T==1?s:r]),ct=y(a[s]),gt=y(a[r]),wt=O(T==1?ct+1:gt-1);for(let xt=T==1?s:r;xt>=s&&xt<=r;xt+=T){let nt=a[xt],vt=(T==1?nt<wt:nt>wt)?lt:y(nt),rt=l[xt];vt==lt?rt!=null?(K=rt,H==null?(x(N,vt,v(K)),Y=H=W=K):K<H?H=K:K>W&&(W=K)):rt===null&&(S=!0):(H!=null&&R(N,lt,v(H),v(W),v(Y),v(K)),rt!=null?(K=rt,x(N,vt,v(K)),H=W=Y=K):(H=W=null,rt===null&&(S=!0)),lt=vt,wt=O(lt+T))}H!=null&&H!=W&&Q!=lt&&R(N,lt,v(H),v(W),v(Y),v(K))}else for(let O=T==1?s:r;O>=s&&O<=r;O+=T){let H=l[O];H===null?S=!0:H!=null&&x(N,y(a[O]),v(H))}let[P,V]=dd(e,n);if(o.fill!=null||P!=0){let O=I.fill=new Path2D(N),H=o.fillTo(e,n,o.min,o.max,P),W=v(H),Y=y(a[s]),K=y(a[r]);T==-1&&([K,Y]=[Y,K]),x(O,K,W),x(O,Y,W)}if(!o.spanGaps){let O=[];S&&O.push(...pd(a,l,s,r,T,y,t)),I.gaps=O=o.gaps(e,n,s,r,O),I.clip=Ec(O,c.ori,d,g,_,m)}return V!=0&&(I.band=V==2?[hs(e,n,s,r,N,-1),hs(e,n,s,r,N,1)]:hs(e,n,s,r,N,V)),I})}function WS(i){let t=ve(i.align,1),e=ve(i.ascDesc,!1),n=ve(i.alignGaps,0),s=ve(i.extend,!1);return(r,o,a,l)=>hr(r,o,(c,h,u,f,d,g,_,m,p,y,v)=>{[a,l]=vc(u,a,l);let x=c.pxRound,{left:R,width:T}=r.bbox,I=ct=>x(g(ct,f,y,m)),N=ct=>x(_(ct,d,v,p)),S=f.ori==0?bo:wo,b={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:vo},P=b.stroke,V=f.dir*(f.ori==0?1:-1),O=N(u[V==1?a:l]),H=I(h[V==1?a:l]),W=H,Y=H;s&&t==-1&&(Y=R,S(P,Y,O)),S(P,H,O);for(let ct=V==1?a:l;ct>=a&&ct<=l;ct+=V){let gt=u[ct];if(gt==null)continue;let wt=I(h[ct]),xt=N(gt);t==1?S(P,wt,O):S(P,W,xt),S(P,wt,xt),O=xt,W=wt}let K=W;s&&t==1&&(K=R+T,S(P,K,O));let[Q,lt]=dd(r,o);if(c.fill!=null||Q!=0){let ct=b.fill=new Path2D(P),gt=c.fillTo(r,o,c.min,c.max,Q),wt=N(gt);S(ct,K,wt),S(ct,Y,wt)}if(!c.spanGaps){let ct=[];ct.push(...pd(h,u,a,l,V,I,n));let gt=c.width*Ee/2,wt=e||t==1?gt:-gt,xt=e||t==-1?-gt:gt;ct.forEach(nt=>{nt[0]+=wt,nt[1]+=xt}),b.gaps=ct=c.gaps(r,o,a,l,ct),b.clip=Ec(ct,f.ori,m,p,y,v)}return lt!=0&&(b.band=lt==2?[hs(r,o,a,l,P,-1),hs(r,o,a,l,P,1)]:hs(r,o,a,l,P,lt)),b})}function Ag(i,t,e,n,s,r,o=Ne){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=rn(i[l]-i[a]);h<c&&(c=h,o=rn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function XS(i){i=i||wa;let t=ve(i.size,[.6,Ne,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=pe(s),o=1-t[0],a=ve(t[1],Ne),l=ve(t[2],1),c=ve(i.disp,wa),h=ve(i.each,d=>{}),{fill:u,stroke:f}=c;return(d,g,_,m)=>hr(d,g,(p,y,v,x,R,T,I,N,S,b,P)=>{let V=p.pxRound,O=e,H=n*Ee,W=a*Ee,Y=l*Ee,K,Q;x.ori==0?[K,Q]=r(d,g):[Q,K]=r(d,g);let lt=x.dir*(x.ori==0?1:-1),ct=x.ori==0?Ac:md,gt=x.ori==0?h:(X,tt,St,Et,It,te,pt)=>{h(X,tt,St,It,Et,pt,te)},wt=ve(d.bands,ld).find(X=>X.series[0]==g),xt=wt!=null?wt.dir:0,nt=p.fillTo(d,g,p.min,p.max,xt),ht=V(I(nt,R,P,S)),vt,rt,kt,$t=b,Ut=V(p.width*Ee),ie=!1,st=null,ut=null,F=null,zt=null;u!=null&&(Ut==0||f!=null)&&(ie=!0,st=u.values(d,g,_,m),ut=new Map,new Set(st).forEach(X=>{X!=null&&ut.set(X,new Path2D)}),Ut>0&&(F=f.values(d,g,_,m),zt=new Map,new Set(F).forEach(X=>{X!=null&&zt.set(X,new Path2D)})));let{x0:ft,size:Ft}=c;if(ft!=null&&Ft!=null){O=1,y=ft.values(d,g,_,m),ft.unit==2&&(y=y.map(St=>d.posToVal(N+St*b,x.key,!0)));let X=Ft.values(d,g,_,m);Ft.unit==2?rt=X[0]*b:rt=T(X[0],x,b,N)-T(0,x,b,N),$t=Ag(y,v,T,x,b,N,$t),kt=$t-rt+H}else $t=Ag(y,v,T,x,b,N,$t),kt=$t*o+H,rt=$t-kt;kt<1&&(kt=0),Ut>=rt/2&&(Ut=0),kt<5&&(V=Fg);let Mt=kt>0,jt=$t-kt-(Mt?Ut:0);rt=V(jf(jt,Y,W)),vt=(O==0?rt/2:O==lt?0:rt)-O*lt*((O==0?H/2:0)+(Mt?Ut/2:0));let bt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},L=ie?null:new Path2D,E=null;if(wt!=null)E=d.data[wt.series[1]];else{let{y0:X,y1:tt}=c;X!=null&&tt!=null&&(v=tt.values(d,g,_,m),E=X.values(d,g,_,m))}let q=K*rt,J=Q*rt;for(let X=lt==1?_:m;X>=_&&X<=m;X+=lt){let tt=v[X];if(tt==null)continue;if(E!=null){let Yt=E[X]??0;if(tt-Yt==0)continue;ht=I(Yt,R,P,S)}let St=x.distr!=2||c!=null?y[X]:X,Et=T(St,x,b,N),It=I(ve(tt,nt),R,P,S),te=V(Et-vt),pt=V(Un(It,ht)),Tt=V(Si(It,ht)),Gt=pt-Tt;if(tt!=null){let Yt=tt<0?J:q,Ct=tt<0?q:J;ie?(Ut>0&&F[X]!=null&&ct(zt.get(F[X]),te,Tt+Kn(Ut/2),rt,Un(0,Gt-Ut),Yt,Ct),st[X]!=null&&ct(ut.get(st[X]),te,Tt+Kn(Ut/2),rt,Un(0,Gt-Ut),Yt,Ct)):ct(L,te,Tt+Kn(Ut/2),rt,Un(0,Gt-Ut),Yt,Ct),gt(d,g,X,te-Ut/2,Tt,rt+Ut,Gt)}}return Ut>0?bt.stroke=ie?zt:L:ie||(bt._fill=p.width==0?p._fill:p._stroke??p._fill,bt.width=0),bt.fill=ie?ut:L,bt})}function YS(i,t){let e=ve(t?.alignGaps,0);return(n,s,r,o)=>hr(n,s,(a,l,c,h,u,f,d,g,_,m,p)=>{[r,o]=vc(c,r,o);let y=a.pxRound,v=K=>y(f(K,h,m,g)),x=K=>y(d(K,u,p,_)),R,T,I;h.ori==0?(R=Sc,I=bo,T=c0):(R=Tc,I=wo,T=h0);let N=h.dir*(h.ori==0?1:-1),S=v(l[N==1?r:o]),b=S,P=[],V=[];for(let K=N==1?r:o;K>=r&&K<=o;K+=N)if(c[K]!=null){let lt=l[K],ct=v(lt);P.push(b=ct),V.push(x(c[K]))}let O={stroke:i(P,V,R,I,T,y),fill:null,clip:null,band:null,gaps:null,flags:vo},H=O.stroke,[W,Y]=dd(n,s);if(a.fill!=null||W!=0){let K=O.fill=new Path2D(H),Q=a.fillTo(n,s,a.min,a.max,W),lt=x(Q);I(K,b,lt),I(K,S,lt)}if(!a.spanGaps){let K=[];K.push(...pd(l,c,r,o,N,v,e)),O.gaps=K=a.gaps(n,s,r,o,K),O.clip=Ec(K,h.ori,g,_,m,p)}return Y!=0&&(O.band=Y==2?[hs(n,s,r,o,H,-1),hs(n,s,r,o,H,1)]:hs(n,s,r,o,H,Y)),O})}function qS(i){return YS($S,i)}function $S(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let f=0;f<o-1;f++)h[f]=t[f+1]-t[f],u[f]=i[f+1]-i[f],c[f]=h[f]/u[f];l[0]=c[0];for(let f=1;f<o-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=3*(u[f-1]+u[f])/((2*u[f]+u[f-1])/c[f-1]+(u[f]+2*u[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[o-1]=c[o-2];for(let f=0;f<o-1;f++)s(a,i[f]+u[f]/3,t[f]+l[f]*u[f]/3,i[f+1]-u[f]/3,t[f+1]-l[f+1]*u[f]/3,i[f+1],t[f+1])}return a}var td=new Set;function Rg(){for(let i of td)i.syncRect(!0)}Mo&&(lr(RE,go,Rg),lr(CE,go,Rg,!0),lr(_c,go,()=>{mn.pxRatio=Ee}));var ZS=d0(),jS=u0();function Cg(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>ed(r,o,t,e))}function JS(i,t){return i.map((e,n)=>n==0?{}:Qe({},t,e))}function ed(i,t,e,n){return Qe({},t==0?e:n,i)}function p0(i,t,e){return t==null?xo:[t,e]}var KS=p0;function QS(i,t,e){return t==null?xo:xc(t,e,od,!0)}function m0(i,t,e,n){return t==null?xo:Mc(t,e,i.scales[n].log,!1)}var tT=m0;function g0(i,t,e,n){return t==null?xo:rd(t,e,i.scales[n].log,!1)}var eT=g0;function nT(i,t,e,n,s){let r=Un(ag(i),ag(t)),o=t-i,a=Ei(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Fs.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function Pg(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=sn((e=+s)*Ee))+"px"),[i,t,e]}function iT(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Ue(t[2]*Ee,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function mn(i,t,e){let n={mode:ve(i.mode,1)},s=n.mode;function r(M,w,D,U){let B=w.valToPct(M);return U+D*(w.dir==-1?1-B:B)}function o(M,w,D,U){let B=w.valToPct(M);return U+D*(w.dir==-1?B:1-B)}function a(M,w,D,U){return w.ori==0?r(M,w,D,U):o(M,w,D,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=fi(hE);if(i.id!=null&&(c.id=i.id),Jn(c,i.class),i.title){let M=fi(dE,c);M.textContent=i.title}let h=wi("canvas"),u=n.ctx=h.getContext("2d"),f=fi(pE,c);lr("click",f,M=>{M.target===g&&(Oe!=_r||Ge!=xr)&&pn.click(n,M)},!0);let d=n.under=fi(mE,f);f.appendChild(h);let g=n.over=fi(gE,f);i=yo(i);let _=+ve(i.pxAlign,1),m=Tg(_);(i.plugins||[]).forEach(M=>{M.opts&&(i=M.opts(n,i)||i)});let p=i.ms||.001,y=n.series=s==1?Cg(i.series||[],yg,Eg,!1):JS(i.series||[null],wg),v=n.axes=Cg(i.axes||[],xg,Mg,!0),x=n.scales={},R=n.bands=i.bands||[];R.forEach(M=>{M.fill=pe(M.fill||null),M.dir=ve(M.dir,-1)});let T=s==2?y[1].facets[0].scale:y[0].scale,I={axes:G0,series:ei},N=(i.drawOrder||["axes","series"]).map(M=>I[M]);function S(M){let w=M.distr==3?D=>cs(D>0?D:M.clamp(n,D,M.min,M.max,M.key)):M.distr==4?D=>Vf(D,M.asinh):M.distr==100?D=>M.fwd(D):D=>D;return D=>{let U=w(D),{_min:B,_max:j}=M,it=j-B;return(U-B)/it}}function b(M){let w=x[M];if(w==null){let D=(i.scales||wa)[M]||wa;if(D.from!=null){b(D.from);let U=Qe({},x[D.from],D,{key:M});U.valToPct=S(U),x[M]=U}else{w=x[M]=Qe({},M==T?s0:kS,D),w.key=M;let U=w.time,B=w.range,j=Us(B);if((M!=T||s==2&&!U)&&(j&&(B[0]==null||B[1]==null)&&(B={min:B[0]==null?sg:{mode:1,hard:B[0],soft:B[0]},max:B[1]==null?sg:{mode:1,hard:B[1],soft:B[1]}},j=!1),!j&&wc(B))){let it=B;B=(dt,yt,Nt)=>yt==null?xo:xc(yt,Nt,it)}w.range=pe(B||(U?KS:M==T?w.distr==3?tT:w.distr==4?eT:p0:w.distr==3?m0:w.distr==4?g0:QS)),w.auto=pe(j?!1:w.auto),w.clamp=pe(w.clamp||BS),w._min=w._max=null,w.valToPct=S(w)}}}b("x"),b("y"),s==1&&y.forEach(M=>{b(M.scale)}),v.forEach(M=>{b(M.scale)});for(let M in i.scales)b(M);let P=x[T],V=P.distr,O,H;P.ori==0?(Jn(c,uE),O=r,H=o):(Jn(c,fE),O=o,H=r);let W={};for(let M in x){let w=x[M];(w.min!=null||w.max!=null)&&(W[M]={min:w.min,max:w.max},w.min=w.max=null)}let Y=i.tzDate||(M=>new Date(sn(M/p))),K=i.fmtDate||cd,Q=p==1?uS(Y):pS(Y),lt=mg(Y,pg(p==1?hS:dS,K)),ct=_g(Y,gg(gS,K)),gt=[],wt=n.legend=Qe({},yS,i.legend),xt=n.cursor=Qe({},SS,{drag:{y:s==2}},i.cursor),nt=wt.show,ht=xt.show,vt=wt.markers;wt.idxs=gt,vt.width=pe(vt.width),vt.dash=pe(vt.dash),vt.stroke=pe(vt.stroke),vt.fill=pe(vt.fill);let rt,kt,$t,Ut=[],ie=[],st,ut=!1,F={};if(wt.live){let M=y[1]?y[1].values:null;ut=M!=null,st=ut?M(n,1,0):{_:0};for(let w in st)F[w]=id}if(nt)if(rt=wi("table",bE,c),$t=wi("tbody",null,rt),wt.mount(n,rt),ut){kt=wi("thead",null,rt,$t);let M=wi("tr",null,kt);wi("th",null,M);for(var zt in st)wi("th",Xm,M).textContent=zt}else Jn(rt,EE),wt.live&&Jn(rt,wE);let ft={show:!0},Ft={show:!1};function Mt(M,w){if(w==0&&(ut||!wt.live||s==2))return xo;let D=[],U=wi("tr",SE,$t,$t.childNodes[w]);Jn(U,M.class),M.show||Jn(U,ar);let B=wi("th",null,U);if(vt.show){let dt=fi(TE,B);if(w>0){let yt=vt.width(n,w);yt&&(dt.style.border=yt+"px "+vt.dash(n,w)+" "+vt.stroke(n,w)),dt.style.background=vt.fill(n,w)}}let j=fi(Xm,B);M.label instanceof HTMLElement?j.appendChild(M.label):j.textContent=M.label,w>0&&(vt.show||(j.style.color=M.width>0?vt.stroke(n,w):vt.fill(n,w)),bt("click",B,dt=>{if(xt._lock)return;tn(dt);let yt=y.indexOf(M);if((dt.ctrlKey||dt.metaKey)!=wt.isolate){let Nt=y.some((Ot,Bt)=>Bt>0&&Bt!=yt&&Ot.show);y.forEach((Ot,Bt)=>{Bt>0&&Ci(Bt,Nt?Bt==yt?ft:Ft:ft,!0,je.setSeries)})}else Ci(yt,{show:!M.show},!0,je.setSeries)},!1),ki&&bt(Zm,B,dt=>{xt._lock||(tn(dt),Ci(y.indexOf(M),vr,!0,je.setSeries))},!1));for(var it in st){let dt=wi("td",AE,U);dt.textContent="--",D.push(dt)}return[U,D]}let jt=new Map;function bt(M,w,D,U=!0){let B=jt.get(w)||{},j=xt.bind[M](n,w,D,U);j&&(lr(M,w,B[M]=j),jt.set(w,B))}function L(M,w,D){let U=jt.get(w)||{};for(let B in U)(M==null||B==M)&&(Zf(B,w,U[B]),delete U[B]);M==null&&jt.delete(w)}let E=0,q=0,J=0,X=0,tt=0,St=0,Et=tt,It=St,te=J,pt=X,Tt=0,Gt=0,Yt=0,Ct=0;n.bbox={};let ce=!1,ee=!1,ge=!1,z=!1,At=!1,et=!1;function ot(M,w,D){(D||M!=n.width||w!=n.height)&&Lt(M,w),dr(!1),ge=!0,ee=!0,pr()}function Lt(M,w){n.width=E=J=M,n.height=q=X=w,tt=St=0,an(),Me();let D=n.bbox;Tt=D.left=rr(tt*Ee,.5),Gt=D.top=rr(St*Ee,.5),Yt=D.width=rr(J*Ee,.5),Ct=D.height=rr(X*Ee,.5)}let Dt=3;function re(){let M=!1,w=0;for(;!M;){w++;let D=H0(w),U=V0(w);M=w==Dt||D&&U,M||(Lt(n.width,n.height),ee=!0)}}function He({width:M,height:w}){ot(M,w)}n.setSize=He;function an(){let M=!1,w=!1,D=!1,U=!1;v.forEach((B,j)=>{if(B.show&&B._show){let{side:it,_size:dt}=B,yt=it%2,Nt=B.label!=null?B.labelSize:0,Ot=dt+Nt;Ot>0&&(yt?(J-=Ot,it==3?(tt+=Ot,U=!0):D=!0):(X-=Ot,it==0?(St+=Ot,M=!0):w=!0))}}),Ti[0]=M,Ti[1]=D,Ti[2]=w,Ti[3]=U,J-=A[1]+A[3],tt+=A[3],X-=A[2]+A[0],St+=A[0]}function Me(){let M=tt+J,w=St+X,D=tt,U=St;function B(j,it){switch(j){case 1:return M+=it,M-it;case 2:return w+=it,w-it;case 3:return D-=it,D+it;case 0:return U-=it,U+it}}v.forEach((j,it)=>{if(j.show&&j._show){let dt=j.side;j._pos=B(dt,j._size),j.label!=null&&(j._lpos=B(dt,j.labelSize))}})}if(xt.dataIdx==null){let M=xt.hover,w=M.skip=new Set(M.skip??[]);w.add(void 0);let D=M.prox=pe(M.prox),U=M.bias??=0;xt.dataIdx=(B,j,it,dt)=>{if(j==0)return it;let yt=it,Nt=D(B,j,it,dt)??Ne,Ot=Nt>=0&&Nt<Ne,Bt=P.ori==0?J:X,ne=xt.left,be=t[0],ye=t[j];if(w.has(ye[it])){yt=null;let ue=null,Kt=null,Zt;if(U==0||U==-1)for(Zt=it;ue==null&&Zt-- >0;)w.has(ye[Zt])||(ue=Zt);if(U==0||U==1)for(Zt=it;Kt==null&&Zt++<ye.length;)w.has(ye[Zt])||(Kt=Zt);if(ue!=null||Kt!=null)if(Ot){let ke=ue==null?-1/0:O(be[ue],P,Bt,0),Ye=Kt==null?1/0:O(be[Kt],P,Bt,0),fn=ne-ke,Ce=Ye-ne;fn<=Ce?fn<=Nt&&(yt=ue):Ce<=Nt&&(yt=Kt)}else yt=Kt==null?ue:ue==null?Kt:it-ue<=Kt-it?ue:Kt}else Ot&&rn(ne-O(be[it],P,Bt,0))>Nt&&(yt=null);return yt}}let tn=M=>{xt.event=M};xt.idxs=gt,xt._lock=!1;let Fe=xt.points;Fe.show=pe(Fe.show),Fe.size=pe(Fe.size),Fe.stroke=pe(Fe.stroke),Fe.width=pe(Fe.width),Fe.fill=pe(Fe.fill);let Vn=n.focus=Qe({},i.focus||{alpha:.3},xt.focus),ki=Vn.prox>=0,Fn=ki&&Fe.one,gn=[],zi=[],Hi=[];function Bs(M,w){let D=Fe.show(n,w);if(D instanceof HTMLElement)return Jn(D,ME),Jn(D,M.class),Bi(D,-10,-10,J,X),g.insertBefore(D,gn[w]),D}function Ao(M,w){if(s==1||w>0){let D=s==1&&x[M.scale].time,U=M.value;M.value=D?hg(U)?_g(Y,gg(U,K)):U||ct:U||US,M.label=M.label||(D?AS:TS)}if(Fn||w>0){M.width=M.width==null?1:M.width,M.paths=M.paths||ZS||kE,M.fillTo=pe(M.fillTo||zS),M.pxAlign=+ve(M.pxAlign,_),M.pxRound=Tg(M.pxAlign),M.stroke=pe(M.stroke||null),M.fill=pe(M.fill||null),M._stroke=M._fill=M._paths=M._focus=null;let D=FS(Un(1,M.width),1),U=M.points=Qe({},{size:D,width:Un(1,D*.2),stroke:M.stroke,space:D*2,paths:jS,_stroke:null,_fill:null},M.points);U.show=pe(U.show),U.filter=pe(U.filter),U.fill=pe(U.fill),U.stroke=pe(U.stroke),U.paths=pe(U.paths),U.pxAlign=M.pxAlign}if(nt){let D=Mt(M,w);Ut.splice(w,0,D[0]),ie.splice(w,0,D[1]),wt.values.push(null)}if(ht){gt.splice(w,0,null);let D=null;Fn?w==0&&(D=Bs(M,w)):w>0&&(D=Bs(M,w)),gn.splice(w,0,D),zi.splice(w,0,0),Hi.splice(w,0,0)}un("addSeries",w)}function ur(M,w){w=w??y.length,M=s==1?ed(M,w,yg,Eg):ed(M,w,{},wg),y.splice(w,0,M),Ao(y[w],w)}n.addSeries=ur;function Aa(M){if(y.splice(M,1),nt){wt.values.splice(M,1),ie.splice(M,1);let w=Ut.splice(M,1)[0];L(null,w.firstChild),w.remove()}ht&&(gt.splice(M,1),gn.splice(M,1)[0].remove(),zi.splice(M,1),Hi.splice(M,1)),un("delSeries",M)}n.delSeries=Aa;let Ti=[!1,!1,!1,!1];function Vc(M,w){if(M._show=M.show,M.show){let D=M.side%2,U=x[M.scale];U==null&&(M.scale=D?y[1].scale:T,U=x[M.scale]);let B=U.time;M.size=pe(M.size),M.space=pe(M.space),M.rotate=pe(M.rotate),Us(M.incrs)&&M.incrs.forEach(it=>{!Fs.has(it)&&Fs.set(it,kg(it))}),M.incrs=pe(M.incrs||(U.distr==2?aS:B?p==1?cS:fS:or)),M.splits=pe(M.splits||(B&&U.distr==1?Q:U.distr==3?Jf:U.distr==4?PS:CS)),M.stroke=pe(M.stroke),M.grid.stroke=pe(M.grid.stroke),M.ticks.stroke=pe(M.ticks.stroke),M.border.stroke=pe(M.border.stroke);let j=M.values;M.values=Us(j)&&!Us(j[0])?pe(j):B?Us(j)?mg(Y,pg(j,K)):hg(j)?mS(Y,j):j||lt:j||RS,M.filter=pe(M.filter||(U.distr>=3&&U.log==10?DS:U.distr==3&&U.log==2?NS:Og)),M.font=Pg(M.font),M.labelFont=Pg(M.labelFont),M._size=M.size(n,null,w,0),M._space=M._rotate=M._incrs=M._found=M._splits=M._values=null,M._size>0&&(Ti[w]=!0,M._el=fi(_E,f))}}function ks(M,w,D,U){let[B,j,it,dt]=D,yt=w%2,Nt=0;return yt==0&&(dt||j)&&(Nt=w==0&&!B||w==2&&!it?sn(xg.size/3):0),yt==1&&(B||it)&&(Nt=w==1&&!j||w==3&&!dt?sn(Mg.size/2):0),Nt}let Ra=n.padding=(i.padding||[ks,ks,ks,ks]).map(M=>pe(ve(M,ks))),A=n._padding=Ra.map((M,w)=>M(n,w,Ti,0)),k,$=null,Z=null,G=s==1?y[0].idxs:null,mt=null,Rt=!1;function Wt(M,w){if(t=M??[],n.data=n._data=t,s==2){k=0;for(let D=1;D<y.length;D++)k+=t[D][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),mt=t[0],k=mt.length;let D=t;if(V==2){D=t.slice();let U=D[0]=Array(k);for(let B=0;B<k;B++)U[B]=B}n._data=t=D}if(dr(!0),un("setData"),V==2&&(ge=!0),w!==!1){let D=P;D.auto(n,Rt)?Ht():ds(T,D.min,D.max),z=z||xt.left>=0,et=!0,pr()}}n.setData=Wt;function Ht(){Rt=!0;let M,w;s==1&&(k>0?($=G[0]=0,Z=G[1]=k-1,M=t[0][$],w=t[0][Z],V==2?(M=$,w=Z):M==w&&(V==3?[M,w]=Mc(M,M,P.log,!1):V==4?[M,w]=rd(M,M,P.log,!1):P.time?w=M+sn(86400/p):[M,w]=xc(M,w,od,!0))):($=G[0]=M=null,Z=G[1]=w=null)),ds(T,M,w)}let Jt,Qt,Vt,de,Se,Ae,ln,me,qt,Ve;function _e(M,w,D,U,B,j){M??=qm,D??=ld,U??="butt",B??=qm,j??="round",M!=Jt&&(u.strokeStyle=Jt=M),B!=Qt&&(u.fillStyle=Qt=B),w!=Vt&&(u.lineWidth=Vt=w),j!=Se&&(u.lineJoin=Se=j),U!=Ae&&(u.lineCap=Ae=U),D!=de&&u.setLineDash(de=D)}function On(M,w,D,U){w!=Qt&&(u.fillStyle=Qt=w),M!=ln&&(u.font=ln=M),D!=me&&(u.textAlign=me=D),U!=qt&&(u.textBaseline=qt=U)}function Ai(M,w,D,U,B=0){if(U.length>0&&M.auto(n,Rt)&&(w==null||w.min==null)){let j=ve($,0),it=ve(Z,U.length-1),dt=D.min==null?DE(U,j,it,B,M.distr==3):[D.min,D.max];M.min=Si(M.min,D.min=dt[0]),M.max=Un(M.max,D.max=dt[1])}}let _n={min:null,max:null};function zs(){for(let U in x){let B=x[U];W[U]==null&&(B.min==null||W[T]!=null&&B.auto(n,Rt))&&(W[U]=_n)}for(let U in x){let B=x[U];W[U]==null&&B.from!=null&&W[B.from]!=null&&(W[U]=_n)}W[T]!=null&&dr(!0);let M={};for(let U in W){let B=W[U];if(B!=null){let j=M[U]=yo(x[U],VE);if(B.min!=null)Qe(j,B);else if(U!=T||s==2)if(k==0&&j.from==null){let it=j.range(n,null,null,U);j.min=it[0],j.max=it[1]}else j.min=Ne,j.max=-Ne}}if(k>0){y.forEach((U,B)=>{if(s==1){let j=U.scale,it=W[j];if(it==null)return;let dt=M[j];if(B==0){let yt=dt.range(n,dt.min,dt.max,j);dt.min=yt[0],dt.max=yt[1],$=Ei(dt.min,t[0]),Z=Ei(dt.max,t[0]),Z-$>1&&(t[0][$]<dt.min&&$++,t[0][Z]>dt.max&&Z--),U.min=mt[$],U.max=mt[Z]}else U.show&&U.auto&&Ai(dt,it,U,t[B],U.sorted);U.idxs[0]=$,U.idxs[1]=Z}else if(B>0&&U.show&&U.auto){let[j,it]=U.facets,dt=j.scale,yt=it.scale,[Nt,Ot]=t[B],Bt=M[dt],ne=M[yt];Bt!=null&&Ai(Bt,W[dt],j,Nt,j.sorted),ne!=null&&Ai(ne,W[yt],it,Ot,it.sorted),U.min=it.min,U.max=it.max}});for(let U in M){let B=M[U],j=W[U];if(B.from==null&&(j==null||j.min==null)){let it=B.range(n,B.min==Ne?null:B.min,B.max==-Ne?null:B.max,U);B.min=it[0],B.max=it[1]}}}for(let U in M){let B=M[U];if(B.from!=null){let j=M[B.from];if(j.min==null)B.min=B.max=null;else{let it=B.range(n,j.min,j.max,U);B.min=it[0],B.max=it[1]}}}let w={},D=!1;for(let U in M){let B=M[U],j=x[U];if(j.min!=B.min||j.max!=B.max){j.min=B.min,j.max=B.max;let it=j.distr;j._min=it==3?cs(j.min):it==4?Vf(j.min,j.asinh):it==100?j.fwd(j.min):j.min,j._max=it==3?cs(j.max):it==4?Vf(j.max,j.asinh):it==100?j.fwd(j.max):j.max,w[U]=D=!0}}if(D){y.forEach((U,B)=>{s==2?B>0&&w.y&&(U._paths=null):w[U.scale]&&(U._paths=null)});for(let U in w)ge=!0,un("setScale",U);ht&&xt.left>=0&&(z=et=!0)}for(let U in W)W[U]=null}function Le(M){let w=jf($-1,0,k-1),D=jf(Z+1,0,k-1);for(;M[w]==null&&w>0;)w--;for(;M[D]==null&&D<k-1;)D++;return[w,D]}function ei(){if(k>0){let M=y.some(w=>w._focus)&&Ve!=Vn.alpha;M&&(u.globalAlpha=Ve=Vn.alpha),y.forEach((w,D)=>{if(D>0&&w.show&&(us(D,!1),us(D,!0),w._paths==null)){let U=Ve;Ve!=w.alpha&&(u.globalAlpha=Ve=w.alpha);let B=s==2?[0,t[D][0].length-1]:Le(t[D]);w._paths=w.paths(n,D,B[0],B[1]),Ve!=U&&(u.globalAlpha=Ve=U)}}),y.forEach((w,D)=>{if(D>0&&w.show){let U=Ve;Ve!=w.alpha&&(u.globalAlpha=Ve=w.alpha),w._paths!=null&&Tn(D,!1);{let B=w._paths!=null?w._paths.gaps:null,j=w.points.show(n,D,$,Z,B),it=w.points.filter(n,D,j,B);(j||it)&&(w.points._paths=w.points.paths(n,D,$,Z,it),Tn(D,!0))}Ve!=U&&(u.globalAlpha=Ve=U),un("drawSeries",D)}}),M&&(u.globalAlpha=Ve=1)}}function us(M,w){let D=w?y[M].points:y[M];D._stroke=D.stroke(n,M),D._fill=D.fill(n,M)}function Tn(M,w){let D=w?y[M].points:y[M],{stroke:U,fill:B,clip:j,flags:it,_stroke:dt=D._stroke,_fill:yt=D._fill,_width:Nt=D.width}=D._paths;Nt=Ue(Nt*Ee,3);let Ot=null,Bt=Nt%2/2;w&&yt==null&&(yt=Nt>0?"#fff":dt);let ne=D.pxAlign==1&&Bt>0;if(ne&&u.translate(Bt,Bt),!w){let be=Tt-Nt/2,ye=Gt-Nt/2,ue=Yt+Nt,Kt=Ct+Nt;Ot=new Path2D,Ot.rect(be,ye,ue,Kt)}w?fr(dt,Nt,D.dash,D.cap,yt,U,B,it,j):Ri(M,dt,Nt,D.dash,D.cap,yt,U,B,it,Ot,j),ne&&u.translate(-Bt,-Bt)}function Ri(M,w,D,U,B,j,it,dt,yt,Nt,Ot){let Bt=!1;yt!=0&&R.forEach((ne,be)=>{if(ne.series[0]==M){let ye=y[ne.series[1]],ue=t[ne.series[1]],Kt=(ye._paths||wa).band;Us(Kt)&&(Kt=ne.dir==1?Kt[0]:Kt[1]);let Zt,ke=null;ye.show&&Kt&&UE(ue,$,Z)?(ke=ne.fill(n,be)||j,Zt=ye._paths.clip):Kt=null,fr(w,D,U,B,ke,it,dt,yt,Nt,Ot,Zt,Kt),Bt=!0}}),Bt||fr(w,D,U,B,j,it,dt,yt,Nt,Ot)}let pi=vo|Qf;function fr(M,w,D,U,B,j,it,dt,yt,Nt,Ot,Bt){_e(M,w,D,U,B),(yt||Nt||Bt)&&(u.save(),yt&&u.clip(yt),Nt&&u.clip(Nt)),Bt?(dt&pi)==pi?(u.clip(Bt),Ot&&u.clip(Ot),Pa(B,it),Ca(M,j,w)):dt&Qf?(Pa(B,it),u.clip(Bt),Ca(M,j,w)):dt&vo&&(u.save(),u.clip(Bt),Ot&&u.clip(Ot),Pa(B,it),u.restore(),Ca(M,j,w)):(Pa(B,it),Ca(M,j,w)),(yt||Nt||Bt)&&u.restore()}function Ca(M,w,D){D>0&&(w instanceof Map?w.forEach((U,B)=>{u.strokeStyle=Jt=B,u.stroke(U)}):w!=null&&M&&u.stroke(w))}function Pa(M,w){w instanceof Map?w.forEach((D,U)=>{u.fillStyle=Qt=U,u.fill(D)}):w!=null&&M&&u.fill(w)}function z0(M,w,D,U){let B=v[M],j;if(U<=0)j=[0,0];else{let it=B._space=B.space(n,M,w,D,U),dt=B._incrs=B.incrs(n,M,w,D,U,it);j=nT(w,D,dt,U,it)}return B._found=j}function Gc(M,w,D,U,B,j,it,dt,yt,Nt){let Ot=it%2/2;_==1&&u.translate(Ot,Ot),_e(dt,it,yt,Nt,dt),u.beginPath();let Bt,ne,be,ye,ue=B+(U==0||U==3?-j:j);D==0?(ne=B,ye=ue):(Bt=B,be=ue);for(let Kt=0;Kt<M.length;Kt++)w[Kt]!=null&&(D==0?Bt=be=M[Kt]:ne=ye=M[Kt],u.moveTo(Bt,ne),u.lineTo(be,ye));u.stroke(),_==1&&u.translate(-Ot,-Ot)}function H0(M){let w=!0;return v.forEach((D,U)=>{if(!D.show)return;let B=x[D.scale];if(B.min==null){D._show&&(w=!1,D._show=!1,dr(!1));return}else D._show||(w=!1,D._show=!0,dr(!1));let j=D.side,it=j%2,{min:dt,max:yt}=B,[Nt,Ot]=z0(U,dt,yt,it==0?J:X);if(Ot==0)return;let Bt=B.distr==2,ne=D._splits=D.splits(n,U,dt,yt,Nt,Ot,Bt),be=B.distr==2?ne.map(Zt=>mt[Zt]):ne,ye=B.distr==2?mt[ne[1]]-mt[ne[0]]:Nt,ue=D._values=D.values(n,D.filter(n,be,U,Ot,ye),U,Ot,ye);D._rotate=j==2?D.rotate(n,ue,U,Ot):0;let Kt=D._size;D._size=di(D.size(n,ue,U,M)),Kt!=null&&D._size!=Kt&&(w=!1)}),w}function V0(M){let w=!0;return Ra.forEach((D,U)=>{let B=D(n,U,Ti,M);B!=A[U]&&(w=!1),A[U]=B}),w}function G0(){for(let M=0;M<v.length;M++){let w=v[M];if(!w.show||!w._show)continue;let D=w.side,U=D%2,B,j,it=w.stroke(n,M),dt=D==0||D==3?-1:1,[yt,Nt]=w._found;if(w.label!=null){let Rn=w.labelGap*dt,Xn=sn((w._lpos+Rn)*Ee);On(w.labelFont[0],it,"center",D==2?"top":Ym),u.save(),U==1?(B=j=0,u.translate(Xn,sn(Gt+Ct/2)),u.rotate((D==3?-gc:gc)/2)):(B=sn(Tt+Yt/2),j=Xn);let Gs=Ug(w.label)?w.label(n,M,yt,Nt):w.label;u.fillText(Gs,B,j),u.restore()}if(Nt==0)continue;let Ot=x[w.scale],Bt=U==0?Yt:Ct,ne=U==0?Tt:Gt,be=w._splits,ye=Ot.distr==2?be.map(Rn=>mt[Rn]):be,ue=Ot.distr==2?mt[be[1]]-mt[be[0]]:yt,Kt=w.ticks,Zt=w.border,ke=Kt.show?Kt.size:0,Ye=sn(ke*Ee),fn=sn((w.alignTo==2?w._size-ke-w.gap:w.gap)*Ee),Ce=w._rotate*-gc/180,qe=m(w._pos*Ee),Gn=(Ye+fn)*dt,An=qe+Gn;j=U==0?An:0,B=U==1?An:0;let ni=w.font[0],mi=w.align==1?po:w.align==2?kf:Ce>0?po:Ce<0?kf:U==0?"center":D==3?kf:po,Ii=Ce||U==1?"middle":D==2?"top":Ym;On(ni,it,mi,Ii);let Wn=w.font[1]*w.lineGap,ii=be.map(Rn=>m(a(Rn,Ot,Bt,ne))),gi=w._values;for(let Rn=0;Rn<gi.length;Rn++){let Xn=gi[Rn];if(Xn!=null){U==0?B=ii[Rn]:j=ii[Rn],Xn=""+Xn;let Gs=Xn.indexOf(`
`)==-1?[Xn]:Xn.split(/\n/gm);for(let Cn=0;Cn<Gs.length;Cn++){let Vd=Gs[Cn];Ce?(u.save(),u.translate(B,j+Cn*Wn),u.rotate(Ce),u.fillText(Vd,0,0),u.restore()):u.fillText(Vd,B,j+Cn*Wn)}}}Kt.show&&Gc(ii,Kt.filter(n,ye,M,Nt,ue),U,D,qe,Ye,Ue(Kt.width*Ee,3),Kt.stroke(n,M),Kt.dash,Kt.cap);let Li=w.grid;Li.show&&Gc(ii,Li.filter(n,ye,M,Nt,ue),U,U==0?2:1,U==0?Gt:Tt,U==0?Ct:Yt,Ue(Li.width*Ee,3),Li.stroke(n,M),Li.dash,Li.cap),Zt.show&&Gc([qe],[1],U==0?1:0,U==0?1:2,U==1?Gt:Tt,U==1?Ct:Yt,Ue(Zt.width*Ee,3),Zt.stroke(n,M),Zt.dash,Zt.cap)}un("drawAxes")}function dr(M){y.forEach((w,D)=>{D>0&&(w._paths=null,M&&(s==1?(w.min=null,w.max=null):w.facets.forEach(U=>{U.min=null,U.max=null})))})}let Ia=!1,Wc=!1,Ro=[];function W0(){Wc=!1;for(let M=0;M<Ro.length;M++)un(...Ro[M]);Ro.length=0}function pr(){Ia||(ZE(Ed),Ia=!0)}function X0(M,w=!1){Ia=!0,Wc=w,M(n),Ed(),w&&Ro.length>0&&queueMicrotask(W0)}n.batch=X0;function Ed(){if(ce&&(zs(),ce=!1),ge&&(re(),ge=!1),ee){if(ze(d,po,tt),ze(d,"top",St),ze(d,ya,J),ze(d,va,X),ze(g,po,tt),ze(g,"top",St),ze(g,ya,J),ze(g,va,X),ze(f,ya,E),ze(f,va,q),h.width=sn(E*Ee),h.height=sn(q*Ee),v.forEach(({_el:M,_show:w,_size:D,_pos:U,side:B})=>{if(M!=null)if(w){let j=B===3||B===0?D:0,it=B%2==1;ze(M,it?"left":"top",U-j),ze(M,it?"width":"height",D),ze(M,it?"top":"left",it?St:tt),ze(M,it?"height":"width",it?X:J),$f(M,ar)}else Jn(M,ar)}),Jt=Qt=Vt=Se=Ae=ln=me=qt=de=null,Ve=1,Io(!0),tt!=Et||St!=It||J!=te||X!=pt){dr(!1);let M=J/te,w=X/pt;if(ht&&!z&&xt.left>=0){xt.left*=M,xt.top*=w,mr&&Bi(mr,sn(xt.left),0,J,X),gr&&Bi(gr,0,sn(xt.top),J,X);for(let D=0;D<gn.length;D++){let U=gn[D];U!=null&&(zi[D]*=M,Hi[D]*=w,Bi(U,di(zi[D]),di(Hi[D]),J,X))}}if(Be.show&&!At&&Be.left>=0&&Be.width>0){Be.left*=M,Be.width*=M,Be.top*=w,Be.height*=w;for(let D in jc)ze(yr,D,Be[D])}Et=tt,It=St,te=J,pt=X}un("setSize"),ee=!1}E>0&&q>0&&(u.clearRect(0,0,h.width,h.height),un("drawClear"),N.forEach(M=>M()),un("draw")),Be.show&&At&&(La(Be),At=!1),ht&&z&&(Vs(null,!0,!1),z=!1),wt.show&&wt.live&&et&&($c(),et=!1),l||(l=!0,n.status=1,un("ready")),Rt=!1,Ia=!1}n.redraw=(M,w)=>{ge=w||!1,M!==!1?ds(T,P.min,P.max):pr()};function Xc(M,w){let D=x[M];if(D.from==null){if(k==0){let U=D.range(n,w.min,w.max,M);w.min=U[0],w.max=U[1]}if(w.min>w.max){let U=w.min;w.min=w.max,w.max=U}if(k>1&&w.min!=null&&w.max!=null&&w.max-w.min<1e-16)return;M==T&&D.distr==2&&k>0&&(w.min=Ei(w.min,t[0]),w.max=Ei(w.max,t[0]),w.min==w.max&&w.max++),W[M]=w,ce=!0,pr()}}n.setScale=Xc;let Yc,qc,mr,gr,Sd,Td,_r,xr,Ad,Rd,Oe,Ge,fs=!1,pn=xt.drag,cn=pn.x,hn=pn.y;ht&&(xt.x&&(Yc=fi(yE,g)),xt.y&&(qc=fi(vE,g)),P.ori==0?(mr=Yc,gr=qc):(mr=qc,gr=Yc),Oe=xt.left,Ge=xt.top);let Be=n.select=Qe({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),yr=Be.show?fi(xE,Be.over?g:d):null;function La(M,w){if(Be.show){for(let D in M)Be[D]=M[D],D in jc&&ze(yr,D,M[D]);w!==!1&&un("setSelect")}}n.setSelect=La;function Y0(M){if(y[M].show)nt&&$f(Ut[M],ar);else if(nt&&Jn(Ut[M],ar),ht){let D=Fn?gn[0]:gn[M];D!=null&&Bi(D,-10,-10,J,X)}}function ds(M,w,D){Xc(M,{min:w,max:D})}function Ci(M,w,D,U){w.focus!=null&&J0(M),w.show!=null&&y.forEach((B,j)=>{j>0&&(M==j||M==null)&&(B.show=w.show,Y0(j),s==2?(ds(B.facets[0].scale,null,null),ds(B.facets[1].scale,null,null)):ds(B.scale,null,null),pr())}),D!==!1&&un("setSeries",M,w),U&&Lo("setSeries",n,M,w)}n.setSeries=Ci;function q0(M,w){Qe(R[M],w)}function $0(M,w){M.fill=pe(M.fill||null),M.dir=ve(M.dir,-1),w=w??R.length,R.splice(w,0,M)}function Z0(M){M==null?R.length=0:R.splice(M,1)}n.addBand=$0,n.setBand=q0,n.delBand=Z0;function j0(M,w){y[M].alpha=w,ht&&gn[M]!=null&&(gn[M].style.opacity=w),nt&&Ut[M]&&(Ut[M].style.opacity=w)}let Vi,ps,Hs,vr={focus:!0};function J0(M){if(M!=Hs){let w=M==null,D=Vn.alpha!=1;y.forEach((U,B)=>{if(s==1||B>0){let j=w||B==0||B==M;U._focus=w?null:j,D&&j0(B,j?1:Vn.alpha)}}),Hs=M,D&&pr()}}nt&&ki&&bt(jm,rt,M=>{xt._lock||(tn(M),Hs!=null&&Ci(null,vr,!0,je.setSeries))});function Pi(M,w,D){let U=x[w];D&&(M=M/Ee-(U.ori==1?St:tt));let B=J;U.ori==1&&(B=X,M=B-M),U.dir==-1&&(M=B-M);let j=U._min,it=U._max,dt=M/B,yt=j+(it-j)*dt,Nt=U.distr;return Nt==3?_o(10,yt):Nt==4?OE(yt,U.asinh):Nt==100?U.bwd(yt):yt}function K0(M,w){let D=Pi(M,T,w);return Ei(D,t[0],$,Z)}n.valToIdx=M=>Ei(M,t[0]),n.posToIdx=K0,n.posToVal=Pi,n.valToPos=(M,w,D)=>x[w].ori==0?r(M,x[w],D?Yt:J,D?Tt:0):o(M,x[w],D?Ct:X,D?Gt:0),n.setCursor=(M,w,D)=>{Oe=M.left,Ge=M.top,Vs(null,w,D)};function Cd(M,w){ze(yr,po,Be.left=M),ze(yr,ya,Be.width=w)}function Pd(M,w){ze(yr,"top",Be.top=M),ze(yr,va,Be.height=w)}let Co=P.ori==0?Cd:Pd,Po=P.ori==1?Cd:Pd;function Q0(){if(nt&&wt.live)for(let M=s==2?1:0;M<y.length;M++){if(M==0&&ut)continue;let w=wt.values[M],D=0;for(let U in w)ie[M][D++].firstChild.nodeValue=w[U]}}function $c(M,w){if(M!=null&&(M.idxs?M.idxs.forEach((D,U)=>{gt[U]=D}):HE(M.idx)||gt.fill(M.idx),wt.idx=gt[0]),nt&&wt.live){for(let D=0;D<y.length;D++)(D>0||s==1&&!ut)&&t_(D,gt[D]);Q0()}et=!1,w!==!1&&un("setLegend")}n.setLegend=$c;function t_(M,w){let D=y[M],U=M==0&&V==2?mt:t[M],B;ut?B=D.values(n,M,w)??F:(B=D.value(n,w==null?null:U[w],M,w),B=B==null?F:{_:B}),wt.values[M]=B}function Vs(M,w,D){Ad=Oe,Rd=Ge,[Oe,Ge]=xt.move(n,Oe,Ge),xt.left=Oe,xt.top=Ge,ht&&(mr&&Bi(mr,sn(Oe),0,J,X),gr&&Bi(gr,0,sn(Ge),J,X));let U,B=$>Z;Vi=Ne,ps=null;let j=P.ori==0?J:X,it=P.ori==1?J:X;if(Oe<0||k==0||B){U=xt.idx=null;for(let dt=0;dt<y.length;dt++){let yt=gn[dt];yt!=null&&Bi(yt,-10,-10,J,X)}ki&&Ci(null,vr,!0,M==null&&je.setSeries),wt.live&&(gt.fill(U),et=!0)}else{let dt,yt,Nt;s==1&&(dt=P.ori==0?Oe:Ge,yt=Pi(dt,T),U=xt.idx=Ei(yt,t[0],$,Z),Nt=O(t[0][U],P,j,0));let Ot=-10,Bt=-10,ne=0,be=0,ye=!0,ue="",Kt="";for(let Zt=s==2?1:0;Zt<y.length;Zt++){let ke=y[Zt],Ye=gt[Zt],fn=Ye==null?null:s==1?t[Zt][Ye]:t[Zt][1][Ye],Ce=xt.dataIdx(n,Zt,U,yt),qe=Ce==null?null:s==1?t[Zt][Ce]:t[Zt][1][Ce];if(et=et||qe!=fn||Ce!=Ye,gt[Zt]=Ce,Zt>0&&ke.show){let Gn=Ce==null?-10:Ce==U?Nt:O(s==1?t[0][Ce]:t[Zt][0][Ce],P,j,0),An=qe==null?-10:H(qe,s==1?x[ke.scale]:x[ke.facets[1].scale],it,0);if(ki&&qe!=null){let ni=P.ori==1?Oe:Ge,mi=rn(Vn.dist(n,Zt,Ce,An,ni));if(mi<Vi){let Ii=Vn.bias;if(Ii!=0){let Wn=Pi(ni,ke.scale),ii=qe>=0?1:-1,gi=Wn>=0?1:-1;gi==ii&&(gi==1?Ii==1?qe>=Wn:qe<=Wn:Ii==1?qe<=Wn:qe>=Wn)&&(Vi=mi,ps=Zt)}else Vi=mi,ps=Zt}}if(et||Fn){let ni,mi;P.ori==0?(ni=Gn,mi=An):(ni=An,mi=Gn);let Ii,Wn,ii,gi,Li,Rn,Xn=!0,Gs=Fe.bbox;if(Gs!=null){Xn=!1;let Cn=Gs(n,Zt);ii=Cn.left,gi=Cn.top,Ii=Cn.width,Wn=Cn.height}else ii=ni,gi=mi,Ii=Wn=Fe.size(n,Zt);if(Rn=Fe.fill(n,Zt),Li=Fe.stroke(n,Zt),Fn)Zt==ps&&Vi<=Vn.prox&&(Ot=ii,Bt=gi,ne=Ii,be=Wn,ye=Xn,ue=Rn,Kt=Li);else{let Cn=gn[Zt];Cn!=null&&(zi[Zt]=ii,Hi[Zt]=gi,ig(Cn,Ii,Wn,Xn),eg(Cn,Rn,Li),Bi(Cn,di(ii),di(gi),J,X))}}}}if(Fn){let Zt=Vn.prox,ke=Hs==null?Vi<=Zt:Vi>Zt||ps!=Hs;if(et||ke){let Ye=gn[0];Ye!=null&&(zi[0]=Ot,Hi[0]=Bt,ig(Ye,ne,be,ye),eg(Ye,ue,Kt),Bi(Ye,di(Ot),di(Bt),J,X))}}}if(Be.show&&fs)if(M!=null){let[dt,yt]=je.scales,[Nt,Ot]=je.match,[Bt,ne]=M.cursor.sync.scales,be=M.cursor.drag;if(cn=be._x,hn=be._y,cn||hn){let{left:ye,top:ue,width:Kt,height:Zt}=M.select,ke=M.scales[Bt].ori,Ye=M.posToVal,fn,Ce,qe,Gn,An,ni=dt!=null&&Nt(dt,Bt),mi=yt!=null&&Ot(yt,ne);ni&&cn?(ke==0?(fn=ye,Ce=Kt):(fn=ue,Ce=Zt),qe=x[dt],Gn=O(Ye(fn,Bt),qe,j,0),An=O(Ye(fn+Ce,Bt),qe,j,0),Co(Si(Gn,An),rn(An-Gn))):Co(0,j),mi&&hn?(ke==1?(fn=ye,Ce=Kt):(fn=ue,Ce=Zt),qe=x[yt],Gn=H(Ye(fn,ne),qe,it,0),An=H(Ye(fn+Ce,ne),qe,it,0),Po(Si(Gn,An),rn(An-Gn))):Po(0,it)}else Jc()}else{let dt=rn(Ad-Sd),yt=rn(Rd-Td);if(P.ori==1){let ne=dt;dt=yt,yt=ne}cn=pn.x&&dt>=pn.dist,hn=pn.y&&yt>=pn.dist;let Nt=pn.uni;Nt!=null?cn&&hn&&(cn=dt>=Nt,hn=yt>=Nt,!cn&&!hn&&(yt>dt?hn=!0:cn=!0)):pn.x&&pn.y&&(cn||hn)&&(cn=hn=!0);let Ot,Bt;cn&&(P.ori==0?(Ot=_r,Bt=Oe):(Ot=xr,Bt=Ge),Co(Si(Ot,Bt),rn(Bt-Ot)),hn||Po(0,it)),hn&&(P.ori==1?(Ot=_r,Bt=Oe):(Ot=xr,Bt=Ge),Po(Si(Ot,Bt),rn(Bt-Ot)),cn||Co(0,j)),!cn&&!hn&&(Co(0,0),Po(0,0))}if(pn._x=cn,pn._y=hn,M==null){if(D){if(Hd!=null){let[dt,yt]=je.scales;je.values[0]=dt!=null?Pi(P.ori==0?Oe:Ge,dt):null,je.values[1]=yt!=null?Pi(P.ori==1?Oe:Ge,yt):null}Lo(zf,n,Oe,Ge,J,X,U)}if(ki){let dt=D&&je.setSeries,yt=Vn.prox;Hs==null?Vi<=yt&&Ci(ps,vr,!0,dt):Vi>yt?Ci(null,vr,!0,dt):ps!=Hs&&Ci(ps,vr,!0,dt)}}et&&(wt.idx=U,$c()),w!==!1&&un("setCursor")}let ms=null;Object.defineProperty(n,"rect",{get(){return ms==null&&Io(!1),ms}});function Io(M=!1){M?ms=null:(ms=g.getBoundingClientRect(),un("syncRect",ms))}function Id(M,w,D,U,B,j,it){xt._lock||fs&&M!=null&&M.movementX==0&&M.movementY==0||(Zc(M,w,D,U,B,j,it,!1,M!=null),M!=null?Vs(null,!0,!0):Vs(w,!0,!1))}function Zc(M,w,D,U,B,j,it,dt,yt){if(ms==null&&Io(!1),tn(M),M!=null)D=M.clientX-ms.left,U=M.clientY-ms.top;else{if(D<0||U<0){Oe=-10,Ge=-10;return}let[Nt,Ot]=je.scales,Bt=w.cursor.sync,[ne,be]=Bt.values,[ye,ue]=Bt.scales,[Kt,Zt]=je.match,ke=w.axes[0].side%2==1,Ye=P.ori==0?J:X,fn=P.ori==1?J:X,Ce=ke?j:B,qe=ke?B:j,Gn=ke?U:D,An=ke?D:U;if(ye!=null?D=Kt(Nt,ye)?a(ne,x[Nt],Ye,0):-10:D=Ye*(Gn/Ce),ue!=null?U=Zt(Ot,ue)?a(be,x[Ot],fn,0):-10:U=fn*(An/qe),P.ori==1){let ni=D;D=U,U=ni}}yt&&(w==null||w.cursor.event.type==zf)&&((D<=1||D>=J-1)&&(D=rr(D,J)),(U<=1||U>=X-1)&&(U=rr(U,X))),dt?(Sd=D,Td=U,[_r,xr]=xt.move(n,D,U)):(Oe=D,Ge=U)}let jc={width:0,height:0,left:0,top:0};function Jc(){La(jc,!1)}let Ld,Dd,Nd,Ud;function Fd(M,w,D,U,B,j,it){fs=!0,cn=hn=pn._x=pn._y=!1,Zc(M,w,D,U,B,j,it,!0,!1),M!=null&&(bt(Hf,Yf,Od,!1),Lo($m,n,_r,xr,J,X,null));let{left:dt,top:yt,width:Nt,height:Ot}=Be;Ld=dt,Dd=yt,Nd=Nt,Ud=Ot}function Od(M,w,D,U,B,j,it){fs=pn._x=pn._y=!1,Zc(M,w,D,U,B,j,it,!1,!0);let{left:dt,top:yt,width:Nt,height:Ot}=Be,Bt=Nt>0||Ot>0,ne=Ld!=dt||Dd!=yt||Nd!=Nt||Ud!=Ot;if(Bt&&ne&&La(Be),pn.setScale&&Bt&&ne){let be=dt,ye=Nt,ue=yt,Kt=Ot;if(P.ori==1&&(be=yt,ye=Ot,ue=dt,Kt=Nt),cn&&ds(T,Pi(be,T),Pi(be+ye,T)),hn)for(let Zt in x){let ke=x[Zt];Zt!=T&&ke.from==null&&ke.min!=Ne&&ds(Zt,Pi(ue+Kt,Zt),Pi(ue,Zt))}Jc()}else xt.lock&&(xt._lock=!xt._lock,Vs(w,!0,M!=null));M!=null&&(L(Hf,Yf),Lo(Hf,n,Oe,Ge,J,X,null))}function e_(M,w,D,U,B,j,it){if(xt._lock)return;tn(M);let dt=fs;if(fs){let yt=!0,Nt=!0,Ot=10,Bt,ne;P.ori==0?(Bt=cn,ne=hn):(Bt=hn,ne=cn),Bt&&ne&&(yt=Oe<=Ot||Oe>=J-Ot,Nt=Ge<=Ot||Ge>=X-Ot),Bt&&yt&&(Oe=Oe<_r?0:J),ne&&Nt&&(Ge=Ge<xr?0:X),Vs(null,!0,!0),fs=!1}Oe=-10,Ge=-10,gt.fill(null),Vs(null,!0,!0),dt&&(fs=dt)}function Bd(M,w,D,U,B,j,it){xt._lock||(tn(M),Ht(),Jc(),M!=null&&Lo(Jm,n,Oe,Ge,J,X,null))}function kd(){v.forEach(iT),ot(n.width,n.height,!0)}lr(_c,go,kd);let Mr={};Mr.mousedown=Fd,Mr.mousemove=Id,Mr.mouseup=Od,Mr.dblclick=Bd,Mr.setSeries=(M,w,D,U)=>{let B=je.match[2];D=B(n,w,D),D!=-1&&Ci(D,U,!0,!1)},ht&&(bt($m,g,Fd),bt(zf,g,Id),bt(Zm,g,M=>{tn(M),Io(!1)}),bt(jm,g,e_),bt(Jm,g,Bd),td.add(n),n.syncRect=Io);let Da=n.hooks=i.hooks||{};function un(M,w,D){Wc?Ro.push([M,w,D]):M in Da&&Da[M].forEach(U=>{U.call(null,n,w,D)})}(i.plugins||[]).forEach(M=>{for(let w in M.hooks)Da[w]=(Da[w]||[]).concat(M.hooks[w])});let zd=(M,w,D)=>D,je=Qe({key:null,setSeries:!1,filters:{pub:lg,sub:lg},scales:[T,y[1]?y[1].scale:null],match:[cg,cg,zd],values:[null,null]},xt.sync);je.match.length==2&&je.match.push(zd),xt.sync=je;let Hd=je.key,Kc=r0(Hd);function Lo(M,w,D,U,B,j,it){je.filters.pub(M,w,D,U,B,j,it)&&Kc.pub(M,w,D,U,B,j,it)}Kc.sub(n);function n_(M,w,D,U,B,j,it){je.filters.sub(M,w,D,U,B,j,it)&&Mr[M](null,w,D,U,B,j,it)}n.pub=n_;function i_(){Kc.unsub(n),td.delete(n),jt.clear(),Zf(_c,go,kd),c.remove(),rt?.remove(),un("destroy")}n.destroy=i_;function Qc(){un("init",i,t),Wt(t||i.data,!1),W[T]?Xc(T,W[T]):Ht(),At=Be.show&&(Be.width>0||Be.height>0),z=et=!0,ot(i.width,i.height)}return y.forEach(Ao),v.forEach(Vc),e?e instanceof HTMLElement?(e.appendChild(c),Qc()):e(n,Qc):Qc(),n}mn.assign=Qe;mn.fmtNum=ad;mn.rangeNum=xc;mn.rangeLog=Mc;mn.rangeAsinh=rd;mn.orient=hr;mn.pxRatio=Ee;mn.join=$E;mn.fmtDate=cd,mn.tzDate=rS;mn.sync=r0;{mn.addGap=HS,mn.clipGaps=Ec;let i=mn.paths={points:u0};i.linear=d0,i.stepped=WS,i.bars=XS,i.spline=qS}var _0=[[],[7,4],[2,3],[9,3,2,3]],x0=i=>i===null||!Number.isFinite(i)?"\u2013":Math.abs(i)>=1e5||i!==0&&Math.abs(i)<.001?i.toExponential(3):i.toPrecision(5),Rc=class{constructor(t,e,n,s,r,o){this.panel=e;let a=e.curves.flatMap((g,_)=>t.flatMap((m,p)=>{let y=p?g.of(m):g.values;return y?[{label:p?m.own:g.label,color:fo[_%fo.length],dash:_0[p%_0.length],run:p,values:y}]:[]})),l=[...new Set(e.curves.map(g=>g.unit||"1"))],c=document.createElement("figcaption");c.textContent=e.title+(l.join()==="1"?"":` (${l.join(", ")})`),this.element.className="plot",this.element.append(c);let h=r?"#aab3c0":"#566070",u=r?"#2a313b":"#e3e7ec",f={stroke:h,grid:{stroke:u,width:1},ticks:{stroke:u,width:1},font:"11px system-ui, sans-serif"},d=!1;this.chart=new mn({width:n,height:168,padding:[8,10,0,0],cursor:{drag:{x:!0,y:!1},points:{size:5}},legend:{show:!0,live:!0},scales:{x:{time:!1}},axes:[{...f,size:30},{...f,size:(g,_)=>22+7*Math.max(3,...(_??[]).map(m=>m.length)),values:(g,_)=>_.map(m=>m===null?"":rT(m))}],series:[{label:"t",value:(g,_)=>`${x0(_)} s`},...a.map(g=>({label:g.label,stroke:g.color,dash:g.dash,width:1.5,points:{show:!1},value:()=>x0(g.values[Ns(t[g.run].t,this.time)]??null)}))],hooks:{setCursor:[g=>{d&&g.cursor.left>=0&&s(g.posToVal(g.cursor.left,"x"))}],draw:[g=>{let _=g.valToPos(this.time,"x",!0),m=g.ctx,p=g.bbox;m.save(),m.setLineDash([]),m.lineWidth=devicePixelRatio,m.strokeStyle=r?"#d55e0066":"#d55e0044";for(let y of o){let v=g.valToPos(y,"x",!0);v<p.left||v>p.left+p.width||(m.beginPath(),m.moveTo(v,p.top),m.lineTo(v,p.top+5*devicePixelRatio),m.stroke())}_>=p.left&&_<=p.left+p.width&&(m.strokeStyle=r?"#ffffff":"#111111",m.lineWidth=1.5*devicePixelRatio,m.beginPath(),m.moveTo(_,p.top),m.lineTo(_,p.top+p.height),m.stroke()),m.restore()}]}},sT(t,a),this.element),this.chart.over.addEventListener("pointerenter",()=>{d=!0}),this.chart.over.addEventListener("pointerleave",()=>{d=!1})}panel;element=document.createElement("figure");chart;time=0;setTime(t){this.time=t,this.chart.redraw(!1,!1);let e=this.chart.valToIdx(t);this.chart.setLegend({idx:e},!1)}destroy(){this.chart.destroy(),this.element.remove()}};function sT(i,t){let e=i.flatMap((s,r)=>Array.from(s.t,(o,a)=>({t:o,run:r,row:a})));i.length>1&&e.sort((s,r)=>s.t-r.t);let n=s=>e.map(({run:r,row:o})=>r!==s.run?void 0:Number.isFinite(s.values[o])?s.values[o]:null);return[e.map(s=>s.t),...t.map(n)]}function rT(i){if(i===0)return"0";let t=Math.abs(i);return t>=1e4||t<.001?i.toExponential(1).replace("e+","e"):String(Number(i.toPrecision(4)))}function b0(i,t,e,n,s){let r=Math.floor(8/(1+s)),o=(y,v=r)=>i.columns.filter(x=>y(x.name)).slice(0,v).map(w0),a=[],l=(y,v)=>{v.length&&a.push({title:y,curves:v})};if(n.length&&l("Chosen columns",o(y=>n.includes(y))),e!==null&&i.scene.contacts[e]){let y=i.scene.contacts[e].name;l(`${y}: gap`,o(x=>x===`gN.${y}`));let v=(...x)=>o(R=>x.some(T=>R===`${T}N.${y}`||R.startsWith(`${T}F.${y}.`)));l(`${y}: forces`,v("la")),l(`${y}: percussions`,v(i.hasForces?"La":"P"))}let c=t!==null?new Set(i.scene.parts[t]?.columns??[]):null,h=t!==null&&i.scene.parts[t]?`${i.scene.parts[t].name}: `:"",u=c&&!s?13:Math.min(r,6),f=(y,v)=>gd(i,(x,R)=>x.startsWith(y)&&(!c||c.has(x))&&v.includes(R),u),d=y=>h?h+y[0].toLowerCase()+y.slice(1):y,g=c?[]:oT(i,u);g.length&&(l("Height",aT(i)),l("Joint angles",g));let _=new Set(i.columns.filter(y=>y.name.startsWith("q.")).map(y=>y.unit));for(let y of _){let v=y===""&&_.size>1?"Quaternions":y==="rad"&&_.size>1?"Angles":"Coordinates";v==="Quaternions"&&!c||l(d(v),f("q.",[y]))}for(let y of new Set(i.columns.filter(v=>v.name.startsWith("u.")).map(v=>v.unit)))l(d("Velocities"),f("u.",[y]));if(e===null){let y=v=>gd(i,x=>x.startsWith(`${v}N.`)||x.startsWith(`${v}F.`),Math.min(r,6));i.hasForces&&l("Contact forces",y("la")),l("Percussions",y(i.hasForces?"La":"P"))}if(i.frames.length){let y=(v,x,R)=>({label:v,values:R(i),unit:x,of:R});l("Energy",[y("total","J",v=>v.energy.kinetic.map((x,R)=>x+v.energy.potential[R])),y("kinetic","J",v=>v.energy.kinetic),y("potential","J",v=>v.energy.potential)].slice(0,s?1:3)),l("Violations",[y("joints","",v=>v.violation),y("penetration","m",v=>v.penetration)])}let m=o(y=>y.startsWith("steps.")&&y!=="steps.way").map(y=>({...y,label:y.label.slice(6),values:y0(y.values),of:v=>{let x=y.of(v);return x&&y0(x)}}));l("Iterations of the steps",m.filter(y=>y.values.some(v=>v!==0)));let p=(i.summary.counts?.way_names??[]).map(String);return l(`Way of the steps: ${p.map((y,v)=>`${v+1} ${y}`).join(", ")}`,p.length?o(y=>y==="steps.way").map(y=>({...y,of:()=>{}})):[]),l("Forces of joints",t===null&&e===null?gd(i,y=>y.startsWith("lag."),Math.min(r,6)):[]),a}var w0=({name:i,values:t,unit:e})=>({label:i,values:t,unit:e,of:n=>n.columns.find(s=>s.name===i)?.values});function y0(i){return i.map((t,e)=>e?t-i[e-1]:t)}function gd(i,t,e){let n=o=>{let a=1/0,l=-1/0;for(let c of o)Number.isFinite(c)&&(c<a&&(a=c),c>l&&(l=c));return l>a?l-a:0};return i.columns.filter(o=>t(o.name,o.unit)).map((o,a)=>({c:o,k:a,r:n(o.values)})).sort((o,a)=>a.r-o.r||o.k-a.k).slice(0,e).filter(o=>o.r>0).sort((o,a)=>o.k-a.k).map(({c:o})=>w0(o))}function oT(i,t){let e=i.scene.joints.filter(a=>a.kind==="revolute");if(i.scene.planar||!e.length||!i.columns.some(a=>a.name.startsWith("q.")&&a.unit===""))return[];let n=(a,l)=>{let c=a.scene.joints.find(h=>h.name===l);return c&&M0(a,c)},s=e.slice(0,60).map(a=>({label:a.name,values:M0(i,a),unit:"rad",of:l=>n(l,a.name)})),r=a=>a.reduce((l,c)=>Math.max(l,c),-1/0)-a.reduce((l,c)=>Math.min(l,c),1/0);return s.map((a,l)=>({c:a,k:l,r:r(a.values)})).filter(a=>a.r>1e-9).sort((a,l)=>l.r-a.r).slice(0,t).sort((a,l)=>a.k-l.k).map(a=>a.c)}var v0=([i,t,e,n],[s,r,o,a])=>[i*s-t*r-e*o-n*a,i*r+t*s+e*a-n*o,i*o-t*a+e*s+n*r,i*a+t*o-e*r+n*s];function M0(i,t){let e=(s,r)=>s.frame===null?s.p:v0([3,4,5,6].map(o=>i.frames[7*s.frame+o][r]),s.p),n=0;return Float64Array.from(i.t,(s,r)=>{let[o,a,l,c]=e(t.a,r),[h,,,u]=v0([o,-a,-l,-c],e(t.b,r)),f=2*Math.atan2(u,h);return n=r?n+Math.atan2(Math.sin(f-n),Math.cos(f-n)):Math.atan2(Math.sin(f),Math.cos(f)),n})}function aT(i){let t=i.scene.gravity.map(r=>-r),e=Math.hypot(...t),n=i.scene.parts[0];if(!e||!n)return[];let s=r=>r.scene.parts[0]&&Float64Array.from(r.t,(o,a)=>t.reduce((l,c,h)=>l+c/e*r.frames[7*r.scene.parts[0].first+h][a],0));return[{label:n.name,values:s(i),unit:"m",of:s}]}var _d={impact:"#d55e00","touch-down":"#2f7dd1","take-off":"#56b4e9",stick:"#009e73",slip:"#e69f00",accumulation:"#b0338a",reversal:"#8a7a1d"},lT={impact:1,accumulation:1,"touch-down":.75,"take-off":.6,stick:.45,slip:.35},Cc=class{constructor(t,e,n,s,r){this.runs=t;this.end=e;this.start=n;let o=this.canvas;o.className="timeline",o.tabIndex=0,o.setAttribute("role","slider"),o.setAttribute("aria-label","time"),o.setAttribute("aria-valuemin",String(n)),o.setAttribute("aria-valuemax",String(e));let a=h=>{let u=o.getBoundingClientRect();return this.start+Math.min(Math.max((h.clientX-u.left-8)/Math.max(u.width-16,1),0),1)*(this.end-this.start)},l=h=>Math.min(Math.max(Math.floor(h.offsetY/Math.max(o.clientHeight-16,1)*t.length),0),t.length-1),c=h=>this.nearest(l(h),a(h),(h.pointerType==="touch"?12:5)/Math.max(o.clientWidth-16,1)*(this.end-this.start));o.addEventListener("pointerdown",h=>{o.setPointerCapture(h.pointerId);let u=h.offsetY<o.clientHeight-16?c(h):null;u?r(u,l(h)):s(a(h))}),o.addEventListener("pointermove",h=>{h.buttons&&s(a(h));let u=c(h);o.title=u?`${u.t.toPrecision(6)} s: ${u.kind} at ${u.contact}${u.impulse?`, ${u.impulse.toPrecision(4)} N s`:""}`:""}),new ResizeObserver(()=>this.draw()).observe(o)}runs;end;start;canvas=document.createElement("canvas");time=0;dark=!1;nearest(t,e,n){let s=null;for(let r of this.runs[t].events)Math.abs(r.t-e)<n&&(!s||Math.abs(r.t-e)<Math.abs(s.t-e))&&(s=r);return s}draw(){let t=this.canvas,e=devicePixelRatio,n=t.clientWidth,s=t.clientHeight;if(!n)return;t.width=n*e,t.height=s*e;let r=t.getContext("2d");r.scale(e,e);let o=c=>8+(c-this.start)/(this.end-this.start||1)*(n-16),a=s-9;r.fillStyle=this.dark?"#2a313b":"#d8dde4",r.fillRect(8,a-2,n-16,4),r.fillStyle=this.dark?"#6fa8e8":"#2f7dd1",r.fillRect(8,a-2,Math.max(o(this.time)-8,0),4);let l=(s-18)/this.runs.length;this.runs.forEach((c,h)=>c.events.forEach(u=>{r.fillStyle=_d[u.kind]??"#8a94a3";let f=(lT[u.kind]??.5)*(l-(this.runs.length>1?1:0));r.fillRect(o(u.t)-.75,a-3-(this.runs.length-1-h)*l-f,1.5,f)})),r.beginPath(),r.arc(o(this.time),a,6.5,0,2*Math.PI),r.fillStyle=this.dark?"#e8ecf2":"#ffffff",r.fill(),r.lineWidth=2,r.strokeStyle=this.dark?"#6fa8e8":"#2f7dd1",r.stroke(),t.setAttribute("aria-valuenow",String(this.time)),t.setAttribute("aria-valuetext",`${this.time.toPrecision(5)} seconds`)}};var cT=["curves","events","summary","model"],Pc=class{constructor(t){this.app=t;let e=_t("div",{class:"tabs",role:"tablist"});for(let n of cT){let s=_t("button",{type:"button",role:"tab",onclick:()=>{this.tab=n,this.select()}},n);this.buttons.set(n,s),e.append(s)}this.element.append(e,this.body),new ResizeObserver(()=>{Math.abs(this.body.clientWidth-this.width)>2&&this.tab==="curves"&&this.select()}).observe(this.body)}app;element=_t("aside",{class:"side"});body=_t("div",{class:"body",role:"tabpanel"});tab="curves";plots=[];chosen=[];width=0;buttons=new Map;show(){this.ready=!0,this.select()}ready=!1;select(){if(this.ready){for(let t of this.plots)t.destroy();this.plots=[];for(let[t,e]of this.buttons)e.setAttribute("aria-selected",String(t===this.tab));this.body.replaceChildren(),this[this.tab](),this.setTime(this.app.time)}}setTime(t){for(let e of this.plots)e.setTime(t)}curves(){let{app:t}=this,e=t.selected,n=t.runs[e?.run??0];this.width=this.body.clientWidth;let s=_t("datalist",{id:"columns"},...n.columns.slice(0,2e3).map(h=>_t("option",{value:h.name}))),r=_t("input",{list:"columns",placeholder:"add a column: q.x, PN.\u2026","aria-label":"add a column"});r.addEventListener("change",()=>{n.columns.some(h=>h.name===r.value)&&!this.chosen.includes(r.value)&&(this.chosen=[...this.chosen,r.value].slice(-8),this.select())}),this.body.append(_t("div",{class:"row"},r,s,this.chosen.length?_t("button",{type:"button",onclick:()=>{this.chosen=[],this.select()}},"clear"):null));let o=Math.max(this.width-20,220),a=new Set(n.events.filter(h=>h.kind==="impact").slice(0,400).map(h=>h.t)),l=t.runs.filter(h=>h!==n),c=[n,...l];l.length&&this.body.append(_t("p",{class:"soft"},`Full lines: ${n.own}. Broken lines of the same colour: ${l.map(h=>h.own).join(", ")}.`));for(let h of b0(n,e?.part??null,e?.contact??null,this.chosen,l.length)){let u=new Rc(c,h,o,f=>t.seek(f,!1),t.dark,a);this.plots.push(u),this.body.append(u.element)}this.plots.length||this.body.append(_t("p",{class:"soft"},"There is nothing to draw.")),n.thinned&&this.body.append(_t("p",{class:"soft"},n.thinned));for(let h of n.notes)this.body.append(_t("p",{class:"soft"},h))}events(){let{app:t}=this,e=t.selected?.run??0,n=t.runs[e];n.events.length||this.body.append(_t("p",{class:"soft"},"No events."));let s=_t("table",{class:"events"},_t("thead",{},_t("tr",{},...["t / s","event","contact","percussion / N s"].map(o=>_t("th",{},o))))),r=_t("tbody");for(let o of Im(n.events,new Set([...n.scene.contacts,...n.events.map(a=>({name:a.contact}))].map(a=>a.name))).slice(0,2e3)){let a=()=>t.go(o,e),l=o.points>1?`${o.contact.replace(/\.\d+$/,"")} (${o.points} points)`:o.contact;r.append(_t("tr",{tabindex:0,onclick:a,onkeydown:c=>{c.key==="Enter"&&a()}},_t("td",{},Zn(o.t)),_t("td",{},_t("i",{style:`color:${_d[o.kind]??"#8a94a3"}`},"\u25AE "),o.kind),_t("td",{},l),_t("td",{},o.impulse?Zn(o.impulse):"")))}s.append(r),this.body.append(s)}summary(){for(let t of this.app.runs){if(this.body.append(_t("h2",{},t.name)),t.command){let s=_t("button",{type:"button",onclick:()=>{navigator.clipboard?.writeText(t.command)}},"copy");this.body.append(_t("pre",{class:"command"},t.command),s)}this.body.append(hT(t.summary));let e=_t("table",{class:"summary"}),n=(s,r,o)=>{if(r!==null&&typeof r=="object"&&!Array.isArray(r)){e.append(_t("tr",{},_t("th",{colspan:2,style:`padding-left:${o}em`},E0(s))));for(let[a,l]of Object.entries(r))n(a,l,o+1)}else r!==null&&r!==""&&!(Array.isArray(r)&&!r.length)&&e.append(_t("tr",{},_t("td",{style:`padding-left:${o}em`},E0(s)),_t("td",{},S0(r))))};for(let[s,r]of Object.entries(t.summary))s!=="model"&&s!=="arguments"&&n(s,r,0);this.body.append(_t("details",{},_t("summary",{},"all numbers"),e))}}model(){let t=this.app.runs[this.app.selected?.run??0];t.model===null?this.body.append(_t("p",{class:"soft"},"This run came without its model file.")):this.body.append(_t("pre",{class:"model"},t.model))}},E0=i=>i.replaceAll("_"," "),S0=i=>typeof i=="number"?Zn(i):Array.isArray(i)?i.map(String).join("; "):String(i);function hT(i){let t=s=>s.split(".").reduce((r,o)=>r?.[o],i),e=_t("table",{class:"digest"}),n=(s,r,...o)=>{let a=o.map(t).filter(l=>l!=null&&l!=="");a.length&&e.append(_t("tr",{},_t("td",{},s),_t("td",{},`${a.map(S0).join(" \u2192 ")}${r&&` ${r}`}`)))};n("ended","","status"),n("scheme","","scheme"),n("step","s","dt"),n("end","s","t_end_reached"),n("steps","","steps"),n("steps made again","","rejected"),n("wall time","s","wall_s"),n("largest penetration","m","penetration"),n("largest violation of joints: position","m, rad","violation.position"),n("the same of velocities","m/s, rad/s","violation.velocity"),n("energy","J","energy.start","energy.end"),n("distance from the reference, coordinates","m, rad","error.q_l1");for(let s of(Array.isArray(i.notes)?i.notes:[]).slice(0,20))e.append(_t("tr",{},_t("td",{},"note"),_t("td",{},String(s))));return e}var Eo=[[.05,.19,.42],[.25,.36,.55],[.48,.48,.47],[.73,.66,.36],[.99,.88,.3]];function uT(i,t,e){let n=Math.min(Math.max(Number.isFinite(i)?i:0,0),1)*(Eo.length-1),s=Math.min(Math.floor(n),Eo.length-2);for(let r=0;r<3;r++)t[e+r]=Eo[s][r]+(Eo[s+1][r]-Eo[s][r])*(n-s)}var T0=()=>`linear-gradient(90deg, ${Eo.map(i=>`#${new Xt(...i).getHexString()}`).join(", ")})`,Ic=class{constructor(t,e,n){this.radius=e;this.samples=Math.min(Math.max(3*(t-1),12),600);let s=Array.from({length:t},(l,c)=>new C(c,0,0));this.curve=new ia(s,!1,"centripetal");let r=(this.samples+1)*this.sides;this.colors=new Float32Array(3*r).fill(1);let o=new we;o.setAttribute("position",new he(new Float32Array(3*r),3)),o.setAttribute("normal",new he(new Float32Array(3*r),3)),o.setAttribute("color",new he(this.colors,3));let a=[];for(let l=0;l<this.samples;l++)for(let c=0;c<this.sides;c++){let h=l*this.sides+c,u=l*this.sides+(c+1)%this.sides;a.push(h,h+this.sides,u,u,h+this.sides,u+this.sides)}o.setIndex(a),this.mesh=new De(o,n),this.mesh.frustumCulled=!1}radius;mesh;samples;sides=10;curve;colors;get points(){return this.curve.points}update(t){let e=this.mesh.geometry,n=e.getAttribute("position").array,s=e.getAttribute("normal").array,r=new C(0,0,1),o=new C,a=new C,l=new C;for(let c=0;c<=this.samples;c++){let h=c/this.samples;this.curve.getPoint(h,o),this.curve.getTangent(h,a),Math.abs(r.dot(a))>.95&&r.set(a.y,a.z,a.x),r.addScaledVector(a,-r.dot(a)).normalize(),l.crossVectors(a,r);for(let u=0;u<this.sides;u++){let f=2*Math.PI*u/this.sides,d=Math.cos(f),g=Math.sin(f),_=3*(c*this.sides+u);for(let[m,p]of["x","y","z"].entries())s[_+m]=d*r[p]+g*l[p],n[_+m]=o[p]+this.radius*s[_+m];t?uT(t(h),this.colors,_):this.colors.fill(1,_,_+3)}}for(let c of["position","normal","color"])e.getAttribute(c).needsUpdate=!0}};function A0(i,t,e){let s=[new C(0,0,0)],r=i?14:168;for(let a=0;a<=r;a++){let l=a/r,c=.12+.76*l;i?s.push(new C(a%2?t:-t,c,0)):s.push(new C(t*Math.cos(2*Math.PI*7*l),c,t*Math.sin(2*Math.PI*7*l)))}s.push(new C(0,1,0));let o=new ra;for(let a=0;a+1<s.length;a++)o.add(new sa(s[a],s[a+1]));return new Bl(o,i?56:2*r,e,5)}function R0(i){let t=[[0,0],[1,0],[1,.55],[.35,.55],[.35,1],[0,1]];return new aa(t.map(([e,n])=>new at(e*i,n)),20)}var Lc=class{group=new bn;done;constructor(t,e){let n=new we;n.setAttribute("position",new he(t,3));let s=new Rs(n,new Mi({color:e,transparent:!0,opacity:.25}));this.done=new Rs(n.clone(),new Mi({color:e})),s.frustumCulled=this.done.frustumCulled=!1,this.group.add(s,this.done)}update(t){this.done.geometry.setDrawRange(0,t+1)}};var C0={type:"change"},yd={type:"start"},I0={type:"end"},Dc=new tr,P0=new $n,fT=Math.cos(70*lo.DEG2RAD),on=new C,Hn=2*Math.PI,Ie={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},xd=1e-6,Nc=class extends jl{constructor(t,e=null){super(t,e),this.state=Ie.NONE,this.enabled=!0,this.target=new C,this.cursor=new C,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:rs.ROTATE,MIDDLE:rs.DOLLY,RIGHT:rs.PAN},this.touches={ONE:os.ROTATE,TWO:os.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._domElementKeyEvents=null,this._lastPosition=new C,this._lastQuaternion=new We,this._lastTargetPosition=new C,this._quat=new We().setFromUnitVectors(t.up,new C(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new da,this._sphericalDelta=new da,this._scale=1,this._panOffset=new C,this._rotateStart=new at,this._rotateEnd=new at,this._rotateDelta=new at,this._panStart=new at,this._panEnd=new at,this._panDelta=new at,this._dollyStart=new at,this._dollyEnd=new at,this._dollyDelta=new at,this._dollyDirection=new C,this._mouse=new at,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=pT.bind(this),this._onPointerDown=dT.bind(this),this._onPointerUp=mT.bind(this),this._onContextMenu=bT.bind(this),this._onMouseWheel=xT.bind(this),this._onKeyDown=yT.bind(this),this._onTouchStart=vT.bind(this),this._onTouchMove=MT.bind(this),this._onMouseDown=gT.bind(this),this._onMouseMove=_T.bind(this),this._interceptControlDown=wT.bind(this),this._interceptControlUp=ET.bind(this),this.domElement!==null&&this.connect(),this.update()}connect(){this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.getRootNode().addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.getRootNode().removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.style.touchAction="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(C0),this.update(),this.state=Ie.NONE}update(t=null){let e=this.object.position;on.copy(e).sub(this.target),on.applyQuaternion(this._quat),this._spherical.setFromVector3(on),this.autoRotate&&this.state===Ie.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=Hn:n>Math.PI&&(n-=Hn),s<-Math.PI?s+=Hn:s>Math.PI&&(s-=Hn),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(on.setFromSpherical(this._spherical),on.applyQuaternion(this._quatInverse),e.copy(this.target).add(on),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=on.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new C(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new C(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=on.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Dc.origin.copy(this.object.position),Dc.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Dc.direction))<fT?this.object.lookAt(this.target):(P0.setFromNormalAndCoplanarPoint(this.object.up,this.target),Dc.intersectPlane(P0,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>xd||8*(1-this._lastQuaternion.dot(this.object.quaternion))>xd||this._lastTargetPosition.distanceToSquared(this.target)>xd?(this.dispatchEvent(C0),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?Hn/60*this.autoRotateSpeed*t:Hn/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){on.setFromMatrixColumn(e,0),on.multiplyScalar(-t),this._panOffset.add(on)}_panUp(t,e){this.screenSpacePanning===!0?on.setFromMatrixColumn(e,1):(on.setFromMatrixColumn(e,0),on.crossVectors(this.object.up,on)),on.multiplyScalar(t),this._panOffset.add(on)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;on.copy(s).sub(this.target);let r=on.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientX),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(Hn*this._rotateDelta.x/e.clientHeight),this._rotateUp(Hn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateUp(Hn*this.rotateSpeed/this.domElement.clientHeight):this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateUp(-Hn*this.rotateSpeed/this.domElement.clientHeight):this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateLeft(Hn*this.rotateSpeed/this.domElement.clientHeight):this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this._rotateLeft(-Hn*this.rotateSpeed/this.domElement.clientHeight):this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(Hn*this._rotateDelta.x/e.clientHeight),this._rotateUp(Hn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new at,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function dT(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.addEventListener("pointermove",this._onPointerMove),this.domElement.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i)))}function pT(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function mT(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(I0),this.state=Ie.NONE;break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function gT(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case rs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ie.DOLLY;break;case rs.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ie.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ie.ROTATE}break;case rs.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ie.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ie.PAN}break;default:this.state=Ie.NONE}this.state!==Ie.NONE&&this.dispatchEvent(yd)}function _T(i){switch(this.state){case Ie.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ie.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ie.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function xT(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ie.NONE||(i.preventDefault(),this.dispatchEvent(yd),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(I0))}function yT(i){this.enabled===!1||this.enablePan===!1||this._handleKeyDown(i)}function vT(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case os.ROTATE:if(this.enableRotate===!1)return;this._handleTouchStartRotate(i),this.state=Ie.TOUCH_ROTATE;break;case os.PAN:if(this.enablePan===!1)return;this._handleTouchStartPan(i),this.state=Ie.TOUCH_PAN;break;default:this.state=Ie.NONE}break;case 2:switch(this.touches.TWO){case os.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ie.TOUCH_DOLLY_PAN;break;case os.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ie.TOUCH_DOLLY_ROTATE;break;default:this.state=Ie.NONE}break;default:this.state=Ie.NONE}this.state!==Ie.NONE&&this.dispatchEvent(yd)}function MT(i){switch(this._trackPointer(i),this.state){case Ie.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ie.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ie.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ie.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ie.NONE}}function bT(i){this.enabled!==!1&&i.preventDefault()}function wT(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.getRootNode().addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function ET(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.getRootNode().removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var ST=new C(0,1,0),Sa=class{constructor(t,e,n,s=0){this.geometry=t;this.material=e;this.parent=n;this.mesh=this.make(16,s)}geometry;material;parent;mesh;make(t,e){let n=new As(this.geometry,this.material,t);return n.frustumCulled=!1,n.renderOrder=e,n.count=0,this.parent.add(n),n}reserve(t){if(t<=this.mesh.instanceMatrix.count)return;let e=this.mesh.renderOrder;this.parent.remove(this.mesh),this.mesh.dispose(),this.mesh=this.make(2*t,e)}done(t){this.mesh.count=t,this.mesh.visible=t>0,this.mesh.instanceMatrix.needsUpdate=!0,this.mesh.boundingSphere=null}},Os=class{constructor(t,e,n,s){this.width=n;this.double=s;let r=new vi({color:e,depthTest:!1,transparent:!0,opacity:.95});this.shafts=new Sa(new Sn(1,1,1,10).translate(0,.5,0),r,t,20),this.heads=new Sa(new no(1,1,14).translate(0,-.5,0),r,t,20)}width;double;list=[];shafts;heads;update(t){this.list=t;let e=this.double?2:1;this.shafts.reserve(t.length),this.heads.reserve(e*t.length);let n=new le,s=new We,r=new C,o=new C;t.forEach((a,l)=>{let c=a.vector.length(),h=Math.min(4.5*this.width,.5*c);s.setFromUnitVectors(ST,r.copy(a.vector).divideScalar(c||1)),this.shafts.mesh.setMatrixAt(l,n.compose(a.from,s,o.set(this.width,Math.max(c-h,1e-12),this.width)));for(let u=0;u<e;u++)r.copy(a.from).addScaledVector(a.vector,1-u*.75*h/(c||1)),this.heads.mesh.setMatrixAt(e*l+u,n.compose(r,s,o.set(.42*h,h,.42*h)))}),this.shafts.done(t.length),this.heads.done(e*t.length)}},L0=["open","sliding","sticking"],vd=["#8a94a3","#e69f00","#009e73"],Uc=class{kinds;constructor(t,e,n){let s=[new so(e,.25*e,8,24),n?new Ul(1.5*e,4):new io(1.5*e),n?new Oi(2*e,2*e):new li(1.7*e,1.7*e,1.7*e)];this.kinds=s.map((r,o)=>{let a=new vi({color:vd[o],depthTest:!1,transparent:!0,opacity:o?1:.75});return new Sa(r,a,t,15)})}update(t,e){let n=[[],[],[]],s=new le,r=new We,o=new C(1,1,1),a=new C(0,0,1);return this.kinds.forEach((l,c)=>{let h=t.filter(u=>u.phase===c);l.reserve(h.length),h.forEach((u,f)=>{r.identity(),!e&&u.n.lengthSq()>0&&r.setFromUnitVectors(a,u.n),l.mesh.setMatrixAt(f,s.compose(u.at,r,o)),n[c].push(u.contact)}),l.done(h.length)}),n}};var So=64,TT=`
  uniform sampler2D places;
  attribute float body;
  mat4 place() {
    int k = int(body), x = 4 * (k % ${So}), y = k / ${So};
    return mat4(texelFetch(places, ivec2(x, y), 0), texelFetch(places, ivec2(x + 1, y), 0), texelFetch(places, ivec2(x + 2, y), 0), texelFetch(places, ivec2(x + 3, y), 0));
  }`,D0=i=>So*Math.ceil(i/So),Fc=class{constructor(t,e){this.of=t;let n=t.count,s=e.getAttribute("position"),r=e.index;this.each=s.count,this.tint=Float32Array.from(e.getAttribute("color").array);let o=u=>{let f=new Float32Array(n*u.length);for(let d=0;d<n;d++)f.set(u,d*u.length);return f},a=new we;a.setAttribute("position",new he(o(s.array),3)),a.setAttribute("normal",new he(o(e.getAttribute("normal").array),3)),this.colors=new he(new Float32Array(3*n*this.each),3),a.setAttribute("color",this.colors),a.setAttribute("body",new he(Float32Array.from({length:n*this.each},(u,f)=>Math.floor(f/this.each)),1));let l=r?r.count:this.each,c=new Uint32Array(n*l);for(let u=0;u<n*l;u++)c[u]=Math.floor(u/l)*this.each+(r?r.getX(u%l):u%l);a.setIndex(new he(c,1));let h=t.instanceMatrix.array;this.places=new ea(h,4*So,h.length/(16*So),Ln,oi),this.mesh=new De(a,hc("#ffffff",{},TT,{places:{value:this.places}})),this.mesh.frustumCulled=!1,this.paint()}of;mesh;places;colors;each;tint;paint(){let t=new Xt;for(let e=0,n=0;e<this.of.count;e++){this.of.getColorAt(e,t);for(let s=0;s<this.tint.length;s+=3,n+=3)this.colors.array[n]=t.r*this.tint[s],this.colors.array[n+1]=t.g*this.tint[s+1],this.colors.array[n+2]=t.b*this.tint[s+2]}this.colors.needsUpdate=!0}move(){this.places.needsUpdate=!0}};var AT=["#d55e00","#009e73","#0072b2"],ti={force:"#2f7dd1",friction:"#7fb6ec",percussion:"#d55e00",reaction:"#9467bd",load:"#009e73"},N0=new C(1,1,1);function U0(i){let t=new wn,e=new C,n=new We,s=new le,r=new Float64Array(7),{parts:o,world:a,joints:l,springs:c}=i.scene,h=Math.min(Math.max(2e4/Math.max(o.length,1),20),400),u=Math.max(1,Math.floor(i.t.length/h)),f=(_,m,p)=>{e.set(_,m,p).applyMatrix4(s),Number.isFinite(e.x+e.y+e.z)&&t.expandByPoint(e)},d=(_,m)=>{cf(i,_,m,0,r),s.compose(e.set(r[0],r[1],r[2]),n.set(r[4],r[5],r[6],r[3]),N0)},g=[...a,...o.flatMap(_=>_.shapes)].map(({at:_,shape:m})=>({frame:_.frame,offset:Oc(_),box:Gm(m)}));for(let _=0;_<i.t.length;_+=u){for(let m of o)for(let p=m.first;p<m.first+m.count;p++)d(p,_),f(0,0,0);for(let{frame:m,offset:p,box:y}of g)if(!(!y||m===null&&_>0)){m===null?s.copy(p):(d(m,_),s.multiply(p));for(let v of[y.min.x,y.max.x])for(let x of[y.min.y,y.max.y])for(let R of[y.min.z,y.max.z])f(v,x,R)}}s.identity();for(let _ of[...l,...c])for(let m of[_.a,_.b])m.frame===null&&f(...m.r);return t.isEmpty()&&t.set(new C(-1,-1,-1),new C(1,1,1)),t}function Oc(i){let[t,e,n,s]=i.p;return new le().compose(new C(...i.r),new We(e,n,s,t),N0)}var Bc=class{constructor(t,e,n,s,r){this.run=t;this.look=e;this.refs=n;this.index=s;this.matrices=Array.from({length:t.scene.frames},()=>new le),t.scene.parts.forEach((a,l)=>{let c=new Xt(fo[(l+(r?s:0))%fo.length]);this.parts.push({name:a.name,color:c})}),this.addShapes(r),this.addLinks();let o=.0055*e.size;this.arrows={force:new Os(this.group,ti.force,o,!1),friction:new Os(this.group,ti.friction,o,!1),percussion:new Os(this.group,ti.percussion,1.7*o,!0),reaction:new Os(this.group,ti.reaction,.8*o,!1),load:new Os(this.group,ti.load,o,!1)},this.marks=new Uc(this.group,.008*e.size,e.planar)}run;look;refs;index;group=new bn;parts=[];instances=[];meshes=[];tubes=[];links=[];traces=new Map;matrices;arrows;marks;cones=[];materials=[];marked=[];buffer=new Float64Array(7);row=0;material(t,e,n={}){let{planar:s,detail:r}=this.look,o=s||r<.5?hc(t,n):r<1?new zl({color:t,vertexColors:!0,...n}):new fa({color:t,vertexColors:!0,shininess:28,specular:2236962,...n});return o instanceof Nn&&o.uniforms.sun.value.multiply(new C(1,this.look.front,this.look.front)),e&&!("opacity"in n)&&this.materials.push(o),o}coarse(t){for(let{mesh:e,crowd:n}of this.meshes)n&&(e.visible=!t,n.mesh.visible=t)}fade(t){for(let e of this.materials)e.transparent=t,e.opacity=t?.32:1,e instanceof Nn&&(e.uniforms.alpha.value=e.opacity),e.depthWrite=!t,e.needsUpdate=!0}addShapes(t){let e=new Map,n=(r,o)=>{if(r.shape.type==="plane")return this.addPlane(r);let a=JSON.stringify(r.shape)+(o<0);e.has(a)||e.set(a,{shape:r.shape,list:[]}),e.get(a).list.push({placed:r,part:o})};this.run.scene.parts.forEach((r,o)=>{r.shapes.forEach(a=>n(a,o)),r.kind==="line"&&this.addLine(o,t)}),this.run.scene.world.forEach(r=>n(r,-1));let s=this.run.scene.parts.length<=150&&!t;for(let{shape:r,list:o}of e.values()){let a=r.type==="hollow-cylinder",l=_a(r,this.look),c=a?{transparent:!0,opacity:.28,side:Mn,depthWrite:!1}:{},h=new As(l,this.material("#ffffff",t,c),D0(o.length));h.count=o.length,h.frustumCulled=!1,h.castShadow=h.receiveShadow=!a&&!t;let u=s&&!a&&l.getAttribute("position").count<3e4?new Fl(l,32):null;o.forEach(({placed:d,part:g},_)=>{let m=g<0?new Xt("#9aa5b1"):this.parts[g].color;h.setColorAt(_,m);let p=null;if(u){let y=m.clone().multiplyScalar(.42);p=new is(u,new Mi({color:y})),p.matrixAutoUpdate=!1,this.group.add(p)}this.instances.push({mesh:h,k:_,at:d.at,offset:Oc(d.at),part:g,edges:p})}),this.group.add(h);let f=this.look.detail<.5&&o.length>100&&!a?new Fc(h,_a(r,{...this.look,detail:.4*this.look.detail})):null;this.meshes.push({mesh:h,crowd:f}),f&&this.group.add(f.mesh)}this.coarse(!1)}addLine(t,e){let{count:n,radius:s}=this.run.scene.parts[t],r=this.run.sections.findIndex(l=>l.part===t&&l.places>0),o=r>=0&&!e?"#ffffff":this.parts[t].color,a=new Ic(n,Math.max(s??0,.007*this.look.size),this.material(o,e));this.tubes.push({part:t,tube:a,section:r,bent:r>=0&&O0(this.run.sections[r])}),this.group.add(a.mesh)}addPlane(t){let{planar:e,size:n}=this.look,s=new bn;if(e){let r=6*n,o=.045*n,a=.03*n,l=t.at.p,c=Oc({...t.at,r:[0,0,0],p:l}),h=new C(0,0,1).applyMatrix4(c),u=new C().crossVectors(h,new C(0,0,1)),f=[u.clone().multiplyScalar(-r),u.clone().multiplyScalar(r)];for(let m=-r;m<r;m+=a)f.push(u.clone().multiplyScalar(m),u.clone().multiplyScalar(m-o).addScaledVector(h,-o));let d=new we().setFromPoints(f),g=new is(d,new Mi({color:"#8a94a3"}));g.frustumCulled=!1;let _=new bn;_.applyMatrix4(c.clone().invert()),_.add(g),s.add(_)}else{let r=new Oi(5*n,5*n),o=new De(r,new fa({color:"#aab4c0",transparent:!0,opacity:.32,depthWrite:!1}));o.receiveShadow=!0,o.renderOrder=-2;let a=new $l(5*n,50,"#7c8794","#98a3b0");a.rotateX(Math.PI/2),a.material.transparent=!0,a.material.opacity=.35,s.add(o,a)}this.links.push({a:t.at,b:t.at,object:s,kind:"plane"}),this.group.add(s)}face(t){if(this.look.planar)return;let e=new C,n=new C;for(let{object:s,kind:r}of this.links)r==="plane"&&(e.set(0,0,1).applyQuaternion(s.quaternion),s.visible=n.subVectors(t.position,s.position).dot(e)>0)}addLinks(){let{planar:t,size:e}=this.look,n=.013*e,s=this.material("#5d6774",!1);for(let l of this.run.scene.joints){let c;switch(l.kind){case"revolute":case"stop":c=new Sn(n,n,t?.062*e:5*n,24).rotateX(Math.PI/2);break;case"spherical":c=new ss(1.25*n,20,14);break;case"prismatic":case"cylindrical":case"guide":c=uc([new li(1.8*n,1.8*n,6*n).toNonIndexed(),new Sn(.35*n,.35*n,30*n,8).rotateX(Math.PI/2).toNonIndexed()]);break;case"universal":c=uc([0,1].map(u=>new Sn(.6*n,.6*n,5*n,12).rotateZ(u*Math.PI/2).toNonIndexed()));break;case"fixed":c=new li(1.6*n,1.6*n,t?.06*e:1.6*n);break;case"distance":c=new Sn(.45*n,.45*n,1,10).translate(0,.5,0);break;default:c=new io(n)}let h=new De(ui(c),s);h.name=l.name,this.links.push({a:l.a,b:l.b,object:h,kind:l.kind==="distance"?"between":"joint"}),this.group.add(h)}let r=l=>({frame:l,r:[0,0,0],p:[1,0,0,0]}),o=this.run.scene.parts.length+this.run.scene.joints.length<=200;for(let l of o?[...this.run.scene.parts.map(c=>r(c.first)),...this.run.scene.joints.map(c=>c.a)]:[]){let c=new Zl(.11*e).setColors(...AT.map(h=>new Xt(h)));c.material.depthTest=!1,c.renderOrder=3,this.links.push({a:l,b:l,object:c,kind:"axes"}),this.group.add(c)}let a=this.material("#6f7b8a",!1);for(let l of this.run.scene.springs){let c=l.kind==="turn",h=c?new so(2.2*n,.3*n,8,28,1.7*Math.PI):l.kind==="actuator"?R0(.75*n):A0(t,.9*n,.0028*e),u=new De(ui(h),a);u.name=l.name,this.links.push({a:l.a,b:l.b,object:u,kind:c?"joint":"between"}),this.group.add(u)}}point(t,e){return e.set(...t.r),t.frame===null?e:e.applyMatrix4(this.matrices[t.frame])}place(t,e,n){return t.frame===null?n.copy(e):n.multiplyMatrices(this.matrices[t.frame],e)}update(t,e,n){let s=this.run;if(s.t.length===0)return;let r=s.t.length-1,o=Ns(s.t,t),a=0;if(Math.abs(s.t[o]-t)>1e-9*Math.abs(s.t[r]||1)){for(;o>0&&s.t[o]>t;)o--;let d=s.t[Math.min(o+1,r)]-s.t[o];a=d>0?Math.min(Math.max((t-s.t[o])/d,0),1):0}this.row=a>.5?Math.min(o+1,r):o;let l=this.buffer,c=new We,h=new C,u=new C(1,1,1);for(let d=0;d<this.matrices.length;d++)cf(s,d,o,a,l),this.matrices[d].compose(h.set(l[0],l[1],l[2]),c.set(l[4],l[5],l[6],l[3]),u);let f=new le;for(let d of this.instances)d.mesh.setMatrixAt(d.k,this.place(d.at,d.offset,f)),d.edges&&d.edges.matrix.copy(f);for(let{mesh:d,crowd:g}of this.meshes)g?.mesh.visible?g.move():d.instanceMatrix.needsUpdate=!0,d.boundingSphere=null;this.updateLinks(e,f);for(let{part:d,tube:g,section:_,bent:m}of this.tubes){let{first:p,count:y}=s.scene.parts[d];for(let R=0;R<y;R++)g.points[R].setFromMatrixPosition(this.matrices[p+R]);let v=s.sections[_],x=(m?this.refs.moment:this.refs.tension)||1;g.update(v?R=>B0(v,m,Math.min(Math.max(Math.round(R*v.places-.5),0),v.places-1),this.row)/x:null)}this.updateForces(e,n);for(let d of this.traces.values())d.update(this.row)}updateLinks(t,e){let n=new C,s=new C,r=new C(0,1,0);for(let o of this.links)if(o.kind!=="plane"&&(o.object.visible=o.kind==="axes"?t.axes:t.joints),o.kind==="between"){this.point(o.a,n),this.point(o.b,s).sub(n);let a=s.length();o.object.position.copy(n),o.object.scale.set(1,Math.max(a,1e-9),1),o.object.quaternion.setFromUnitVectors(r,s.divideScalar(a||1))}else this.place(o.a,Oc(o.a),e).decompose(o.object.position,o.object.quaternion,o.object.scale)}vector(t,e){return new C(t[3*e],t[3*e+1],t[3*e+2])}scaled(t,e,n){let s=t.length(),r=.9*this.look.size,o=.2*this.look.size*n*s/(e||s);return t.clone().multiplyScalar(s>0?Math.min(o,r)/s:0)}updateForces(t,e){let{run:n,row:s}=this,r=n.contacts,o=[],a=[],l=[],c=[];for(let g of this.cones)g.visible=!1;let h=0;for(let g=r.start[s];g<r.start[s+1];g++){let _=this.vector(r.point,g),m=this.vector(r.n,g),p=this.vector(r.force,g),y=r.contact[g];if(t.marks&&m.lengthSq()>0&&c.push({at:_,n:m,phase:r.phase[g],contact:y}),p.lengthSq()>0&&t.forces){let v=m.clone().multiplyScalar(p.dot(m)),x=p.clone().sub(v);o.push({from:_,vector:this.scaled(v,this.refs.force,t.scale),value:v,contact:y,kind:"force"}),x.length()>1e-6*p.length()&&a.push({from:_,vector:this.scaled(x,this.refs.force,t.scale),value:x,contact:y,kind:"friction"}),t.cones&&this.cone(h++,_,m,n.scene.contacts[y]?.mu??0,this.scaled(v,this.refs.force,t.scale).length())}}if(t.percussions){let g=new Set;for(let _=s;_>=0&&(_===s||n.t[_]>n.t[s]-e);_--)for(let m=r.start[_];m<r.start[_+1];m++){let p=this.vector(r.percussion,m);!(p.length()>this.refs.noise)||g.has(r.contact[m])||(g.add(r.contact[m]),l.push({from:this.vector(r.point,m),vector:this.scaled(p,this.refs.percussion,1.6*t.scale),value:p,contact:r.contact[m],kind:"percussion"}))}}let u=(g,_,m,p,y,v)=>{let x=[];for(let R=0;R+_<=g.length;R+=_){let T=new C(g[R+p][s],g[R+p+1][s],g[R+p+2][s]);T.length()>1e-9*y&&x.push({from:m(R/_),vector:this.scaled(T,y,t.scale),value:T,contact:R/_,kind:v})}return x},f=g=>this.point(n.scene.joints[g].b,new C),d=g=>new C(n.loads[6*g][s],n.loads[6*g+1][s],n.loads[6*g+2][s]);this.arrows.force.update(o),this.arrows.friction.update(a),this.arrows.percussion.update(l),this.arrows.reaction.update(t.reactions?u(n.joints,3,f,0,this.refs.reaction,"reaction"):[]),this.arrows.load.update(t.forces?u(n.loads,6,d,3,this.refs.load,"load"):[]),this.marked=this.marks.update(c,this.look.planar)}cone(t,e,n,s,r){if(!this.cones[t]){let a=new no(1,1,32,1,!0).rotateX(Math.PI).translate(0,.5,0),l=new vi({color:ti.friction,transparent:!0,opacity:.22,side:Mn,depthWrite:!1});this.cones[t]=new De(a,l),this.group.add(this.cones[t])}let o=this.cones[t];o.visible=s>0&&r>0,o.position.copy(e),o.quaternion.setFromUnitVectors(new C(0,1,0),n),o.scale.set(s*r,r,s*r)}list(){return Object.values(this.arrows).flatMap(t=>t.list)}trace(t,e){let n=this.traces.get(t);if(n&&!e)this.group.remove(n.group),this.traces.delete(t);else if(!n&&e&&this.run.scene.parts[t]){let{first:s,count:r}=this.run.scene.parts[t],o=s+r-1,a=this.run.t.length,l=new Float32Array(3*a);for(let h=0;h<a;h++)for(let u=0;u<3;u++)l[3*h+u]=this.run.frames[7*o+u][h];let c=new Lc(l,this.parts[t].color);this.traces.set(t,c),this.group.add(c.group)}}partPosition(t,e){let n=this.run.scene.parts[t];return n?e.setFromMatrixPosition(this.matrices[n.first]):e}pick(t){for(let r of[2,1,0]){let o=t.intersectObject(this.marks.kinds[r].mesh,!1)[0];if(o?.instanceId!==void 0)return{contact:this.marked[r][o.instanceId]}}let e=t.intersectObjects([...this.meshes.map(r=>r.mesh),...this.tubes.map(r=>r.tube.mesh)],!1)[0];if(!e)return null;let n=this.tubes.find(r=>r.tube.mesh===e.object);if(n)return{part:n.part};let s=this.instances.find(r=>r.mesh===e.object&&r.k===e.instanceId);return s&&s.part>=0?{part:s.part}:null}highlight(t){let e=new Set;for(let n of this.instances){if(n.part<0)continue;let s=this.parts[n.part].color.clone();n.part===t&&s.lerp(new Xt("#ffffff"),.35),n.mesh.setColorAt(n.k,s),e.add(n.mesh)}for(let n of e)n.instanceColor&&(n.instanceColor.needsUpdate=!0);for(let{crowd:n}of this.meshes)n?.paint()}};function RT(i){let t=i.contacts,e=t.contact.length,n=i.t.length,s=c=>Array.from({length:e},(h,u)=>Math.hypot(c[3*u],c[3*u+1],c[3*u+2])),r=(c,h,u)=>{let f=[];for(let d=h;d+2<c.length;d+=u)for(let g=0;g<n;g++)f.push(Math.hypot(c[d][g],c[d+1][g],c[d+2][g]));return f},o=To(s(t.force)),a=i.events.filter(c=>c.kind==="impact").map(c=>Math.abs(c.impulse)),l=c=>i.sections.filter(h=>O0(h)===c).flatMap(h=>Array.from({length:h.places},(u,f)=>To(Array.from(i.t,(d,g)=>B0(h,c,f,g))))).reduce((h,u)=>Math.max(h,u),0);return{force:o,percussion:To(a)||To(s(t.percussion)),reaction:To(r(i.joints,0,3)),load:To(r(i.loads,3,6)),moment:l(!0),tension:l(!1),noise:1e-6*o*(i.t[n-1]-i.t[0])/Math.max(n,1)}}function F0(i){return i.map(RT).reduce((e,n)=>Object.fromEntries(Object.entries(e).map(([s,r])=>[s,Math.max(r,n[s])])))}var O0=i=>i.columns.some((t,e)=>e%2===1&&t.some(n=>n>0));function B0(i,t,e,n){return t?i.columns[2*e+1][n]:Math.abs(i.columns[2*e][n])}function To(i){let t=i.filter(e=>Number.isFinite(e)&&e>0).sort((e,n)=>e-n);return t.length?t[Math.floor(.96*(t.length-1))]:0}var kc=class{constructor(t,e,n){this.canvas=t;this.changed=n;let s=e.reduce((f,d)=>f+d.scene.parts.length,0);this.renderer=new Sl({canvas:t,antialias:s<=240}),this.renderer.setPixelRatio(this.sharp),this.renderer.debug.checkShaderErrors=!1,this.renderer.shadowMap.type=qu;for(let f of e)this.box.union(U0(f));let r=this.box.getSize(new C),o=e.every(f=>f.scene.planar),a=Math.max(r.x,r.y,o?0:r.z,1e-9),l=e[0]?.scene.gravity??[0,0,0],c=new C(-l[0],-l[1],-l[2]),h=o&&Math.abs(c.x)>Math.abs(c.y)?new C(Math.sign(c.x),0,0):o?new C(0,c.y<0?-1:1,0):Math.abs(c.y)>Math.abs(c.z)?new C(0,1,0):new C(0,0,1);this.look={planar:o,front:h.y<0?-1:1,size:a,detail:Math.min(1,Math.sqrt(60/Math.max(s,1)))},this.renderer.shadowMap.enabled=!o&&this.look.detail>=.5,this.scales=F0(e),e.forEach((f,d)=>{let g=new Bc(f,this.look,this.scales,d,d>0);this.views.push(g),this.scene.add(g.group)}),this.scene.add(new Wl("#ffffff","#8d97a5",1.9),this.sun,this.sun.target),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(2048,2048);let u=this.sun.shadow.camera;u.left=u.bottom=-1.6*a,u.right=u.top=1.6*a,u.near=.01*a,u.far=12*a,this.sun.shadow.bias=-8e-4,this.camera=o?new Ts(-1,1,1,-1,-100*a,100*a):new vn(38,1,.002*a,200*a),this.camera.up.copy(h),this.controls=new Nc(this.camera,t),this.controls.enableDamping=!1,o&&(this.controls.mouseButtons.LEFT=rs.PAN,this.controls.touches.ONE=os.PAN),this.controls.addEventListener("change",()=>this.changed()),this.fit()}canvas;changed;scene=new ns;renderer;views=[];look;box=new wn;scales;camera;controls;follow=null;frameTimes=[];measure=!1;sun=new Xl("#ffffff",2.1);followed=new C;sharp=Math.min(window.devicePixelRatio,2);side="side";get layout(){return this.side}set layout(t){this.side=t,this.views.slice(1).forEach(e=>e.fade(t==="ghost"))}fit(){this.resize();let t=this.box.getCenter(new C);this.from(this.look.planar?new C(0,0,this.look.front):this.oblique()),this.controls.target.copy(t),this.controls.update(),this.changed()}oblique(){return this.camera.up.z>.5?new C(.75,-1,.55).normalize():new C(.7,.5,1).normalize()}from(t){let e=this.box.getCenter(new C),n=this.box.getSize(new C),s=this.aspect();if(this.camera instanceof Ts){let r=innerWidth<820?1.5:this.grid()[0]>1?1.35:1.18,[o,a]=Math.abs(this.camera.up.x)>.5?[n.x,n.y]:[n.y,n.x],l=Math.max(.5*o,.5*a/s,.02*this.look.size)*r;this.frustum(l),this.camera.zoom=1,this.camera.position.copy(e).addScaledVector(t,10*this.look.size)}else{this.camera.position.copy(e).addScaledVector(t,this.look.size),this.camera.lookAt(e),this.camera.updateMatrix();let[r,o,a]=[0,1,2].map(f=>new C().setFromMatrixColumn(this.camera.matrix,f)),l=Math.tan(this.camera.fov*Math.PI/360),c=l*s,h=new C,u=0;for(let f=0;f<8;f++)h.set((f&1)-.5,(f>>1&1)-.5,(f>>2)-.5).multiply(n),u=Math.max(u,h.dot(a)+Math.max(Math.abs(h.dot(r))/c,Math.abs(h.dot(o))/l));this.camera.position.copy(e).addScaledVector(t,1.12*Math.max(u,1e-9))}this.controls.target.copy(e),this.controls.update(),this.changed()}half=1;frustum(t){if(!(this.camera instanceof Ts))return;this.half=t;let e=this.aspect();this.camera.top=t,this.camera.bottom=-t,this.camera.right=t*e,this.camera.left=-t*e,this.camera.updateProjectionMatrix()}grid(){let t=this.layout==="ghost"?1:this.views.length;return t<2?[1,1]:t===2?[2,1]:[2,2]}aspect(){let[t,e]=this.grid();return Math.max(this.canvas.clientWidth/t,1)/Math.max(this.canvas.clientHeight/e,1)}resize(){let{clientWidth:t,clientHeight:e}=this.canvas,n=this.renderer.getSize(new at);(n.x!==t||n.y!==e)&&this.renderer.setSize(t,e,!1),this.camera instanceof vn?(this.camera.aspect=this.aspect(),this.camera.updateProjectionMatrix()):this.frustum(this.half)}pace(t){let e=this.renderer.getPixelRatio(),n=t!==null&&t>45;(t===null||n)&&this.views.forEach(r=>r.coarse(n));let s=t===null?this.sharp:n&&this.slowed?Math.max(.8*e,.4*this.sharp):t<22?Math.min(1.1*e,this.sharp):e;this.slowed=n,s!==e&&this.renderer.setPixelRatio(s)}slowed=!1;theme(t){this.scene.background=new Xt(t?"#14181e":"#f3f5f8")}update(t,e,n){for(let r of this.views)r.update(t,e,n);if(this.follow!==null&&this.views[0]){let r=this.views[0].partPosition(this.follow,new C),o=r.clone().sub(this.followed);this.camera.position.add(o),this.controls.target.add(o),this.followed.copy(r)}let s=this.camera.up.clone().multiplyScalar(1.4).add(new C(.6,.5,.9));this.look.planar&&s.set(.3,.6,2),this.sun.position.copy(this.controls.target).addScaledVector(s.normalize(),4*this.look.size),this.sun.target.position.copy(this.controls.target)}setFollow(t){this.follow=t,t!==null&&this.views[0]&&this.views[0].partPosition(t,this.followed)}prepare(){this.prepared=!0;let t=new Set;this.scene.traverseVisible(e=>{let n=e.material;n&&!t.has(n)&&this.renderer.compile(e,this.camera,this.scene),t.add(n)})}prepared=!1;cells(t){let[e,n]=this.grid(),s=this.canvas.clientWidth/e,r=this.canvas.clientHeight/n;this.views.forEach(o=>o.face(this.camera));for(let o=0;o<e*n;o++)this.views.forEach((a,l)=>{a.group.visible=e*n===1||l===o}),t(o%e*s,Math.floor(o/e)*r,s,r);this.views.forEach(o=>{o.group.visible=!0})}render(){this.prepared||this.prepare();let t=performance.now();if(this.renderer.setScissorTest(this.grid()[0]>1),this.cells((e,n,s,r)=>{let o=this.canvas.clientHeight-n-r;this.renderer.setViewport(e,o,s,r),this.renderer.setScissor(e,o,s,r),this.renderer.render(this.scene,this.camera)}),this.measure){let e=this.renderer.getContext();e.readPixels(0,0,1,1,e.RGBA,e.UNSIGNED_BYTE,new Uint8Array(4))}this.frameTimes.push(performance.now()-t),this.frameTimes.length>240&&this.frameTimes.shift()}pick(t,e){let[n,s]=this.grid(),{clientWidth:r,clientHeight:o}=this.canvas,a=Math.min(Math.floor(t/r*n)+n*Math.floor(e/o*s),this.views.length-1),l=t/r*n%1,c=e/o*s%1,h=new Yl;h.setFromCamera(new at(2*l-1,1-2*c),this.camera);let u=this.layout==="ghost"?this.views.map((f,d)=>d):[a];for(let f of u){let d=this.views[f]?.pick(h);if(d)return{run:f,...d}}return null}project(t){let e=t.clone().project(this.camera);return[(e.x+1)/2*this.canvas.clientWidth,(1-e.y)/2*this.canvas.clientHeight]}cameraState(){let t=e=>[e.x,e.y,e.z].map(n=>n.toPrecision(5)).join("_");return`${t(this.camera.position)}_${t(this.controls.target)}_${this.camera.zoom.toPrecision(4)}`}setCameraState(t){let e=t.split("_").map(Number);e.length!==7||!e.every(Number.isFinite)||e[6]<=0||(this.camera.position.set(e[0],e[1],e[2]),this.controls.target.set(e[3],e[4],e[5]),this.camera.zoom=e[6],this.camera.updateProjectionMatrix(),this.controls.update())}};var Ta=[.01,.02,.05,.1,.2,.5,1,2,5,10],zc=class{constructor(t,e,n,s=!0){this.root=t;this.runs=e;this.addressed=s;t.replaceChildren(),this.start=Math.min(...e.map(f=>f.t[0]??0)),this.end=Math.max(...e.map(f=>f.t[f.t.length-1]??0)),this.time=this.start;let r=this.end-this.start;this.speed=Ta.reduce((f,d)=>Math.abs(Math.log(r/d/8))<Math.abs(Math.log(r/f/8))?d:f,1);let o=_t("canvas",{class:"scene",tabindex:0,"aria-label":"the scene; arrows of the keyboard step through time"}),a=this.helpDialog();this.playButton=Ze("\u25BA","play or pause","space",()=>this.toggle()),this.playButton.classList.add("play"),this.timeline=new Cc(e,this.end,this.start,f=>this.seek(f,!0),(f,d)=>this.go(f,d));let l=_t("div",{class:"transport"},Ze("\u21E4","to the start","Home",()=>this.seek(this.start)),Ze("\xAB","to the event before","P",()=>this.jump(-1)),Ze("\u2039","one row back","\u2190",()=>this.step(-1)),this.playButton,Ze("\u203A","one row on","\u2192",()=>this.step(1)),Ze("\xBB","to the next event","N",()=>this.jump(1)),this.clock,this.timeline.canvas,Ze("\u2013","slower","-",()=>this.setSpeed(-1)),this.speedLabel,Ze("+","faster","+",()=>this.setSpeed(1)),this.flag("slow","\u25D0","slow motion around impacts","S")),c=_t("div",{class:"tools",role:"toolbar","aria-label":"camera and display"},Ze("\u2922","fit the view","0",()=>this.stage.fit(),"fit"),Ze("x","look along x","1",()=>this.stage.from(new C(1,0,1e-4)),"view"),Ze("y","look along y","2",()=>this.stage.from(new C(0,this.stage.camera.up.y>.5?1:-1,1e-4)),"view"),Ze("z","look along z","3",()=>this.stage.from(new C(1e-4,0,1)),"view"),this.flag("follow","\u25CE","follow what is selected","F","follow"),this.flag("traces","\u223F","paths of points","T","paths"),this.flag("forces","\u2192","forces","V","forces"),this.flag("percussions","\u21A0","percussions","X","impulses"),this.flag("reactions","\u21C9","forces of joints","J","joints"),this.flag("cones","\u25BD","friction cones","C","cones"),this.flag("marks","\u25C7","marks of contacts","M","contacts"),this.flag("axes","\u22A5","axes of bodies and joints","A","axes"),e.length>1?this.flag("ghost","\u274F","side by side or as ghosts","G","ghosts"):null),h=_t("details",{class:"menu"},_t("summary",{title:"save as a file"},"save"),_t("div",{class:"items"},Ze("PNG","picture","",()=>{Df(this)}),Ze("SVG","picture of lines and areas","",()=>Nf(this)),Ze("WebM","film","",()=>{Uf(this)}),Ze("GIF","film without sound or player","",()=>{Ff(this)}),Ze("glTF","scene with its motion, for other programs","",()=>{fc(this)}),Ze("CSV","the columns that are here","",()=>ls("columns.csv",Of(this.runs[0]))))),u=_t("div",{class:"stage"},o,c,this.chip);e.length>1&&u.append(_t("div",{class:"names"},...e.map(f=>_t("span",{},f.own)))),this.panels=new Pc(this),t.append(_t("header",{},_t("h1",{},n),_t("span",{class:"grow"}),h,this.flag("dark","\u263E","light or dark","D"),Ze("?","help","?",()=>a.showModal())),_t("main",{},_t("section",{class:"left"},u,l),this.panels.element),a),this.stage=new kc(o,e,()=>this.touch()),u.append(this.legend()),this.pointer(o),document.addEventListener("keydown",f=>this.key(f,a),{signal:this.ended.signal}),new ResizeObserver(()=>{this.stage.resize(),this.touch()}).observe(o),this.readState(),addEventListener("hashchange",()=>this.readState(),{signal:this.ended.signal}),this.flags(),this.setTheme(this.dark),this.panels.show()}root;runs;addressed;stage;timeline;panels;exporter=Bf;time;playing=!1;speed=1;slow=!1;dark=matchMedia("(prefers-color-scheme: dark)").matches;selected=null;show={forces:!0,percussions:!0,reactions:!1,cones:!1,marks:!0,joints:!0,traces:!1,axes:!1,scale:1};start;end;shown=0;asked=0;ended=new AbortController;last=0;playButton;clock=_t("output",{class:"clock"});chip=_t("div",{class:"chip",hidden:!0,role:"status"});toggles=new Map;speedLabel=_t("output",{class:"speed"});seek(t,e=!1){this.time=Math.min(Math.max(t,this.start),this.end),e||this.pause(),this.touch(),this.writeState()}toggle(){if(this.playing)return this.pause();this.time>=this.end&&(this.time=this.start),this.playing=!0,this.last=0,this.playButton.textContent="\u275A\u275A",this.touch()}pause(){this.playing=!1,this.stage.pace(null),this.touch(),this.playButton.textContent="\u25BA",this.writeState()}step(t){let e=this.runs[0].t;if(!e.length)return;let n=Math.min(Math.max(Ns(e,this.time)+t,0),e.length-1);this.seek(e[n])}jump(t){let e=this.runs[0].t,n=this.runs[0].events,s=Ns(e,this.time),r=n.map(a=>this.rowOf(a)),o=t>0?r.find(a=>a>s):r.filter(a=>a<s).pop();o!==void 0&&this.go(n[r.indexOf(o)])}go(t,e=0){this.seek(this.runs[e].t[this.rowOf(t,e)]);let n=this.runs[e].scene.contacts.findIndex(s=>s.name===t.contact);this.select(n>=0?{run:e,contact:n}:null),this.tell(t)}rowOf(t,e=0){let n=this.runs[e].t,s=Ns(n,t.t);return n[s]<t.t-1e-12*Math.abs(t.t)&&s+1<n.length?s+1:s}tell(t){this.chip.replaceChildren(_t("b",{},t.kind),` at ${t.contact}, t = ${Zn(t.t)} s`),t.impulse&&this.chip.append(_t("br"),`percussion ${Zn(t.impulse)} N s, gap velocity ${Zn(t.un_pre)} \u2192 ${Zn(t.un_post)} m/s`),this.chip.hidden=!1}setSpeed(t){let e=Ta.indexOf(this.speed);this.speed=Ta[Math.min(Math.max((e<0?6:e)+t,0),Ta.length-1)],this.flags(),this.writeState()}pace(){if(!this.slow)return this.speed;let t=.25*this.speed;return this.runs[0].events.some(n=>n.kind==="impact"&&Math.abs(n.t-this.time)<t*.5)?this.speed*.1:this.speed}close(){this.ended.abort(),this.stage.renderer.dispose(),this.stage.renderer.forceContextLoss()}frame(t){if(this.asked=0,!this.ended.signal.aborted){if(this.playing){let e=this.last?Math.min((t-this.last)/1e3,.1):0;this.last&&this.stage.pace(t-this.last),this.last=t,this.time+=e*this.pace(),this.time>=this.end&&(this.time=this.end,this.pause())}this.draw(),this.shown||=performance.now(),this.playing&&this.touch()}}draw(){this.stage.update(this.time,this.show,this.playing?.35*this.speed:0),this.stage.render(),this.timeline.time=this.time,this.timeline.draw(),this.panels.setTime(this.time),this.clock.textContent=`${this.time.toFixed(4)} s`}touch(){this.asked||=requestAnimationFrame(t=>this.frame(t))}select(t){if(this.selected=t,this.stage.views.forEach((e,n)=>e.highlight(t?.run===n&&t.part!==void 0?t.part:null)),this.chip.hidden=!t,t){let e=this.runs[t.run];if(t.contact!==void 0){let n=e.scene.contacts[t.contact];this.chip.replaceChildren(_t("b",{},n.name),` contact, \u03BC = ${Zn(n.mu)}, e_N = ${Zn(n.e_n)}`,n.on?`; its arrows act on ${n.on}`:"")}else if(t.part!==void 0){let n=e.scene.parts[t.part];this.chip.replaceChildren(_t("b",{},n.name),` ${n.kind}`)}}this.applyTraces(),this.panels.select(),this.writeState(),this.touch()}applyTraces(){for(let t of this.stage.views){let e=t.run.scene.parts.length<=12;t.run.scene.parts.forEach((n,s)=>t.trace(s,this.show.traces&&(e||this.selected?.part===s)))}}pointer(t){let e=null;t.addEventListener("pointerdown",n=>{e=[n.clientX,n.clientY]}),t.addEventListener("pointerup",n=>{if(!e||Math.hypot(n.clientX-e[0],n.clientY-e[1])>4)return;let s=t.getBoundingClientRect();this.select(this.stage.pick(n.clientX-s.left,n.clientY-s.top))})}flag(t,e,n,s,r=""){let o=Ze(e,n,s,()=>this.flip(t),r);return this.toggles.set(t,o),o}value(t){switch(t){case"slow":return this.slow;case"dark":return this.dark;case"follow":return this.stage?.follow!==null;case"ghost":return this.stage?.layout==="ghost";default:return!!this.show[t]}}flip(t){if(t==="slow")this.slow=!this.slow;else if(t==="dark")this.setTheme(!this.dark);else if(t==="follow")this.stage.setFollow(this.stage.follow===null?this.selected?.part??0:null);else if(t==="ghost")this.stage.layout=this.stage.layout==="ghost"?"side":"ghost",this.root.classList.toggle("ghost",this.stage.layout==="ghost"),this.stage.fit();else{let e=t;this.show[e]=!this.show[e],t==="traces"&&this.applyTraces()}this.flags(),this.writeState(),this.touch()}flags(){for(let[t,e]of this.toggles)e.setAttribute("aria-pressed",String(this.value(t)));this.speedLabel.textContent=`\xD7${this.speed}`}setTheme(t){this.dark=t,document.documentElement.dataset.theme=t?"dark":"light",this.stage.theme(t),this.timeline.dark=t,this.panels.select(),this.touch()}legend(){let t=(s,r,o)=>_t("span",{},_t("i",{style:`color:${s}`},o),r),e=this.runs.some(s=>s.scene.contacts.length>0),n=this.runs.some(s=>s.scene.joints.length>0);return _t("div",{class:"legend"},...e?[t(ti.force,"force","\u2192"),t(ti.friction,"friction","\u2192"),t(ti.percussion,"percussion","\u21A0"),...L0.map((s,r)=>t(vd[r],s,["\u25CB","\u25C6","\u25A0"][r]))]:[],...n?[t(ti.reaction,"joint force (J)","\u2192")]:[],...this.scaleOfArrows(),...this.scaleOfColours())}scaleOfArrows(){let{force:t,percussion:e}=this.stage.scales,n=(s,r,o,a)=>_t("span",{},"full length ",_t("i",{style:`color:${r}`},o),`${Zn(s)} ${a}`);return[...t?[n(t,ti.force,"\u2192","N")]:[],...e?[n(e,ti.percussion,"\u21A0","N s")]:[]]}scaleOfColours(){let{moment:t,tension:e}=this.stage.scales,n=(s,r,o)=>_t("span",{},`${s} 0 `,_t("i",{class:"bar",style:`background:${T0()}`}),`${Zn(r)} ${o}`);return[...t?[n("bending moment",t,"N m")]:[],...e?[n("normal force",e,"N")]:[]]}key(t,e){let n=t.target;if(n.matches("input, textarea, select")||t.ctrlKey||t.metaKey||t.altKey)return;let s=t.shiftKey?10:1,r={" ":()=>this.toggle(),ArrowLeft:()=>this.step(-s),ArrowRight:()=>this.step(s),Home:()=>this.seek(this.start),End:()=>this.seek(this.end),n:()=>this.jump(1),p:()=>this.jump(-1),"+":()=>this.setSpeed(1),"-":()=>this.setSpeed(-1),0:()=>this.stage.fit(),1:()=>this.stage.from(new C(1,0,1e-4)),2:()=>this.stage.from(new C(0,this.stage.camera.up.y>.5?1:-1,1e-4)),3:()=>this.stage.from(new C(1e-4,0,1)),f:()=>this.flip("follow"),t:()=>this.flip("traces"),v:()=>this.flip("forces"),x:()=>this.flip("percussions"),j:()=>this.flip("reactions"),c:()=>this.flip("cones"),m:()=>this.flip("marks"),a:()=>this.flip("axes"),s:()=>this.flip("slow"),d:()=>this.flip("dark"),g:()=>{this.runs.length>1&&this.flip("ghost")},"?":()=>e.open?e.close():e.showModal(),Escape:()=>this.select(null)},o=r[t.key]??r[t.key.toLowerCase()];!o||e.open&&t.key!=="?"||(t.key===" "&&n.matches("button, summary")&&n.blur(),t.preventDefault(),o())}helpDialog(){let t=[["space","play or pause"],["\u2190 \u2192","one row back or on; with shift ten"],["N P","next event, event before"],["Home End","start, end"],["+ \u2212","faster, slower"],["S","slow motion around impacts"],["0","fit the view"],["1 2 3","look along x, y, z"],["F","follow what is selected"],["V X J","forces, percussions, forces of joints"],["C M T","friction cones, marks, paths of points"],["A","axes of bodies and joints: x orange, y green, z blue"],["G","runs side by side or as ghosts"],["D","light or dark"],["Esc","select nothing"]],e=_t("dialog",{class:"help"},_t("h2",{},"Keys"),_t("dl",{},...t.flatMap(([n,s])=>[_t("dt",{},n),_t("dd",{},s)])),_t("p",{},"Click a body or a contact to see its curves. Drag to turn, with the right button or two fingers to move, wheel or pinch to zoom. Hover over a curve to move in time."),_t("p",{},"An arrow with one head is a force, one with two heads a percussion: the jump of momentum in an impact. Both act on the second body of a contact, which is named where the contact is selected."));return e.append(_t("button",{type:"button",onclick:()=>e.close()},"close")),e}timer=0;writeState(){this.addressed&&(clearTimeout(this.timer),this.timer=window.setTimeout(()=>{let t=new URLSearchParams;t.set("t",String(Number(this.time.toPrecision(12)))),t.set("speed",String(this.speed)),t.set("cam",this.stage.cameraState()),t.set("show",Object.entries(this.show).filter(([e,n])=>e!=="scale"&&n).map(([e])=>e).join(".")),this.selected&&t.set("sel",`${this.selected.run}.${this.selected.part??""}.${this.selected.contact??""}`),this.stage.layout==="ghost"&&t.set("layout","ghost"),t.set("theme",this.dark?"dark":"light"),this.written=`#${t}`;try{history.replaceState(null,"",this.written)}catch{}},120))}written="";readState(){if(!this.addressed||location.hash.length<2||location.hash===this.written)return;let t=new URLSearchParams(location.hash.slice(1)),e=Number(t.get("t"));if(t.has("t")&&Number.isFinite(e)&&(this.time=Math.min(Math.max(e,this.start),this.end)),Ta.includes(Number(t.get("speed")))&&(this.speed=Number(t.get("speed"))),t.has("show")){let o=t.get("show").split(".");for(let a of Object.keys(this.show))a!=="scale"&&(this.show[a]=o.includes(a))}t.get("layout")==="ghost"&&this.runs.length>1&&(this.stage.layout="ghost",this.root.classList.add("ghost")),t.get("theme")&&this.setTheme(t.get("theme")==="dark"),t.has("cam")&&this.stage.setCameraState(t.get("cam"));let[n,s,r]=(t.get("sel")??"").split(".");if(n&&this.runs[Number(n)]){let o=this.runs[Number(n)].scene;r!==""&&o.contacts[Number(r)]?this.select({run:Number(n),contact:Number(r)}):s!==""&&o.parts[Number(s)]&&this.select({run:Number(n),part:Number(s)})}this.applyTraces(),this.flags(),this.touch()}};function Md(i,t){window.percussionFailed=t,(document.getElementById("app")??document.body).replaceChildren(_t("div",{class:"message",role:"alert"},_t("h1",{},i),_t("p",{},t)))}async function bd(i){let t=[],e=[];for(let n of i.slice(0,4))try{let s=await Pm(n);s.t.length?t.push(s):e.push(`${s.name}: no rows`)}catch(s){e.push(s instanceof Error?s.message:String(s))}if(!t.length)throw new Error(e.join("; ")||"there is no run in this page");return e.length&&t[0].notes.push(...e),t}function wd(i){let t=document.getElementById("app"),e=Lm(i);document.title=`${e} \xB7 Percussion`;try{let n=window.percussion;n?.close();let s=new zc(t,i,e,Hc!=="page");n&&n.playing&&s.toggle(),window.percussion=s}catch(n){let s=n instanceof Error?n.message:String(n);Md("This run cannot be drawn",s+(/webgl/i.test(s)?`
The scene needs WebGL: turn on hardware acceleration in the settings of the browser, or take another browser. The numbers of the run are in its files.`:""))}}async function CT(){let i=[...document.querySelectorAll('script[type="application/json"][data-run]')].map(t=>t.textContent??"");if(wd(await bd(i)),location.hash==="#export=gif"&&window.percussion){let t=await window.percussion.exporter.gif(window.percussion),e=new Uint8Array(await t.arrayBuffer());document.body.replaceChildren(_t("pre",{id:"export"},btoa(Array.from(e,n=>String.fromCharCode(n)).join(""))))}}async function PT(i){let t="";for(;;){let e=await fetch(`${i}&version=${encodeURIComponent(t)}`).catch(()=>null);if(!e)document.documentElement.classList.add("gone");else if(e.status===200){document.documentElement.classList.remove("gone"),t=e.headers.get("x-version")??"";let n=await e.text();n.startsWith("error:")?Md("The model has a mistake",n.slice(6).trim()):wd(await bd(JSON.parse(n).map(s=>JSON.stringify(s))))}await new Promise(n=>setTimeout(n,400))}}var Hc=document.querySelector("meta[name=percussion-source]")?.getAttribute("content"),k0=i=>Md("There is nothing to show",i instanceof Error?i.message:String(i));Hc==="page"?window.percussionShow=i=>bd(i).then(wd).catch(k0):(Hc?PT(Hc):CT()).catch(k0);})();

// What was loaded once is kept for a time without network; with one, the newest is taken.

export {};
const kept = "playground";
const own = globalThis as any;

own.addEventListener("install", () => own.skipWaiting());
own.addEventListener("activate", (e: any) => e.waitUntil(own.clients.claim()));
own.addEventListener("fetch", (e: any) => {
  if (e.request.method !== "GET" || !e.request.url.startsWith(own.location.origin)) return;
  e.respondWith((async () => {
    const store = await caches.open(kept);
    try {
      const reply = await fetch(e.request);
      if (reply.ok) await store.put(e.request, reply.clone());
      return reply;
    } catch (error) {
      const known = await store.match(e.request, { ignoreSearch: true });
      if (known) return known;
      throw error;
    }
  })());
});

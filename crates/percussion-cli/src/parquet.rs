//! Rows as an Apache Parquet file: all columns are doubles that are always there, stored as they are, in groups of rows.
//!
//! The layout is that of the format's public description: pages of plain values, then the description of
//! all of them in Thrift's compact form.

use std::io::{self, Write};

/// Numbers of a group of rows.
const GROUP: usize = 1 << 20;

/// Thrift's compact protocol, as far as it is needed.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: Vec<u8>,
}

const I32: u8 = 5;
const I64: u8 = 6;
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Thrift {
    fn varint(&mut self, mut v: u64) {
        while v >= 0x80 {
            self.bytes.push(v as u8 | 0x80);
            v >>= 7;
        }
        self.bytes.push(v as u8);
    }
    fn whole(&mut self, v: i64) {
        self.varint((v << 1 ^ v >> 63) as u64);
    }
    fn text(&mut self, v: &str) {
        self.varint(v.len() as u64);
        self.bytes.extend_from_slice(v.as_bytes());
    }
    fn open(&mut self) {
        self.last.push(0);
    }
    fn close(&mut self) {
        self.last.pop();
        self.bytes.push(0);
    }
    fn field(&mut self, id: u8, kind: u8) {
        if let Some(last) = self.last.last_mut() {
            // fields are written in order, less than sixteen apart
            self.bytes.push((id - *last) << 4 | kind);
            *last = id;
        }
    }
    fn i32(&mut self, id: u8, v: i32) {
        self.field(id, I32);
        self.whole(v.into());
    }
    fn i64(&mut self, id: u8, v: u64) {
        self.field(id, I64);
        self.whole(v as i64);
    }
    fn string(&mut self, id: u8, v: &str) {
        self.field(id, TEXT);
        self.text(v);
    }
    fn list(&mut self, id: u8, kind: u8, n: usize) {
        self.field(id, LIST);
        if n < 15 {
            self.bytes.push((n as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            self.varint(n as u64);
        }
    }
}

const DOUBLE: i32 = 5;
const PLAIN: i32 = 0;
const RLE: i32 = 3;

/// A column of a group: where its page begins, and how long it is.
struct Chunk {
    at: u64,
    size: u64,
}

/// A file that is written row by row.
pub struct Parquet<'a> {
    out: &'a mut dyn Write,
    names: Vec<String>,
    columns: Vec<Vec<u8>>,
    place: u64,
    rows: u64,
    groups: Vec<(u64, Vec<Chunk>)>,
}

impl<'a> Parquet<'a> {
    /// A file with these columns.
    pub fn new(out: &'a mut dyn Write, names: Vec<String>) -> io::Result<Self> {
        out.write_all(b"PAR1")?;
        let columns = vec![Vec::new(); names.len()];
        Ok(Parquet { out, names, columns, place: 4, rows: 0, groups: Vec::new() })
    }

    /// A row.
    pub fn push(&mut self, row: impl Iterator<Item = f64>) -> io::Result<()> {
        self.columns.iter_mut().zip(row).for_each(|(c, x)| c.extend_from_slice(&x.to_le_bytes()));
        self.rows += 1;
        let here = self.columns.first().map_or(0, Vec::len);
        if here * self.names.len() >= 8 * GROUP {
            self.group()?;
        }
        Ok(())
    }

    fn group(&mut self) -> io::Result<()> {
        let n = self.columns.first().map_or(0, Vec::len) / 8;
        if n == 0 {
            return Ok(());
        }
        let mut chunks = Vec::new();
        for column in &mut self.columns {
            let mut head = Thrift::default();
            head.open();
            head.i32(1, 0);
            head.i32(2, column.len() as i32);
            head.i32(3, column.len() as i32);
            head.field(5, STRUCT);
            head.open();
            head.i32(1, n as i32);
            head.i32(2, PLAIN);
            head.i32(3, RLE);
            head.i32(4, RLE);
            head.close();
            head.close();
            self.out.write_all(&head.bytes)?;
            self.out.write_all(column)?;
            let size = (head.bytes.len() + column.len()) as u64;
            chunks.push(Chunk { at: self.place, size });
            self.place += size;
            column.clear();
        }
        self.groups.push((n as u64, chunks));
        Ok(())
    }

    /// The description, and the end.
    pub fn finish(mut self) -> io::Result<()> {
        self.group()?;
        let mut t = Thrift::default();
        t.open();
        t.i32(1, 1);
        t.list(2, STRUCT, self.names.len() + 1);
        t.open();
        t.string(4, "rows");
        t.i32(5, self.names.len() as i32);
        t.close();
        for name in &self.names {
            t.open();
            t.i32(1, DOUBLE);
            t.i32(3, 0);
            t.string(4, name);
            t.close();
        }
        t.i64(3, self.rows);
        t.list(4, STRUCT, self.groups.len());
        for (n, chunks) in &self.groups {
            t.open();
            t.list(1, STRUCT, chunks.len());
            for (c, name) in chunks.iter().zip(&self.names) {
                t.open();
                t.i64(2, c.at);
                t.field(3, STRUCT);
                t.open();
                t.i32(1, DOUBLE);
                t.list(2, I32, 1);
                t.whole(PLAIN.into());
                t.list(3, TEXT, 1);
                t.text(name);
                t.i32(4, 0);
                t.i64(5, *n);
                t.i64(6, c.size);
                t.i64(7, c.size);
                t.i64(9, c.at);
                t.close();
                t.close();
            }
            t.i64(2, chunks.iter().map(|c| c.size).sum());
            t.i64(3, *n);
            t.close();
        }
        t.string(6, concat!("percussion ", env!("CARGO_PKG_VERSION")));
        t.close();
        self.out.write_all(&t.bytes)?;
        self.out.write_all(&(t.bytes.len() as u32).to_le_bytes())?;
        self.out.write_all(b"PAR1")
    }
}

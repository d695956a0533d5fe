export type Metrics = {
  unitsPerEm: number;
  /** How far a character moves the pen, in units of the font; null where the font lacks it. */
  advance: (codePoint: number) => number | null;
};

type Segment = { from: number; to: number; glyph: (codePoint: number) => number };

/** Reads advance widths from a TrueType font: tables cmap (formats 4 and 12), head, hhea and hmtx of OpenType 1.9. */
export function readMetrics(font: Buffer): Metrics {
  const places = new Map<string, [start: number, end: number]>();
  for (let at = 0; at < font.readUInt16BE(4); at += 1) {
    const record = 12 + at * 16;
    const start = font.readUInt32BE(record + 8);
    places.set(font.toString('latin1', record, record + 4), [start, start + font.readUInt32BE(record + 12)]);
  }
  // A copy: the outlines, which are most of a font, aren't kept in memory.
  const table = (tag: string): Buffer => {
    const place = places.get(tag);
    if (place === undefined) throw new Error(`The font has no table ${tag}.`);
    return Buffer.from(font.subarray(...place));
  };
  const hmtx = table('hmtx');
  const widths = table('hhea').readUInt16BE(34);
  const segments = readSegments(table('cmap'));
  const known = new Map<number, number | null>();
  const look = (codePoint: number): number | null => {
    const segment = segments.find(({ from, to }) => from <= codePoint && codePoint <= to);
    const glyph = segment?.glyph(codePoint) ?? 0;
    return glyph === 0 ? null : hmtx.readUInt16BE(Math.min(glyph, widths - 1) * 4);
  };
  return {
    unitsPerEm: table('head').readUInt16BE(18),
    advance: (codePoint) => {
      const width = known.get(codePoint) ?? look(codePoint);
      known.set(codePoint, width);
      return width;
    },
  };
}

function readSegments(cmap: Buffer): Segment[] {
  for (let at = 0; at < cmap.readUInt16BE(2); at += 1) {
    const record = 4 + at * 8;
    const start = cmap.readUInt32BE(record + 4);
    const format = cmap.readUInt16BE(start);
    if (format === 12) return groups(cmap, start);
    if (format === 4) return ranges(cmap, start);
  }
  throw new Error('The font has no character map that is known.');
}

function groups(cmap: Buffer, start: number): Segment[] {
  return Array.from({ length: cmap.readUInt32BE(start + 12) }, (_, at) => {
    const group = start + 16 + at * 12;
    const from = cmap.readUInt32BE(group);
    const first = cmap.readUInt32BE(group + 8);
    return { from, to: cmap.readUInt32BE(group + 4), glyph: (codePoint) => first + codePoint - from };
  });
}

function ranges(cmap: Buffer, start: number): Segment[] {
  const doubled = cmap.readUInt16BE(start + 6);
  const column = (number: number): number => start + 14 + number * doubled + (number > 0 ? 2 : 0);
  return Array.from({ length: doubled / 2 }, (_, at) => {
    const from = cmap.readUInt16BE(column(1) + at * 2);
    const delta = cmap.readUInt16BE(column(2) + at * 2);
    const offsetAt = column(3) + at * 2;
    const offset = cmap.readUInt16BE(offsetAt);
    const glyph = (codePoint: number): number => {
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const listed = cmap.readUInt16BE(offsetAt + offset + (codePoint - from) * 2);
      return listed === 0 ? 0 : (listed + delta) & 0xffff;
    };
    return { from, to: cmap.readUInt16BE(column(0) + at * 2), glyph };
  });
}

export type Metrics = {
  unitsPerEm: number;
  /** How far a character moves the pen, in units of the font; null where the font lacks it. */
  advance: (codePoint: number) => number | null;
};

type Segment = { from: number; to: number; glyph: (codePoint: number) => number };

/** Reads advance widths from a TrueType font: tables cmap (formats 4 and 12), head, hhea and hmtx of OpenType 1.9. */
export function readMetrics(font: Buffer): Metrics {
  const tables = new Map<string, number>();
  for (let at = 0; at < font.readUInt16BE(4); at += 1) {
    const record = 12 + at * 16;
    tables.set(font.toString('latin1', record, record + 4), font.readUInt32BE(record + 8));
  }
  const table = (tag: string): number => {
    const offset = tables.get(tag);
    if (offset === undefined) throw new Error(`The font has no table ${tag}.`);
    return offset;
  };
  const hmtx = table('hmtx');
  const widths = font.readUInt16BE(table('hhea') + 34);
  const segments = readSegments(font, table('cmap'));
  const known = new Map<number, number | null>();
  const look = (codePoint: number): number | null => {
    const segment = segments.find(({ from, to }) => from <= codePoint && codePoint <= to);
    const glyph = segment?.glyph(codePoint) ?? 0;
    return glyph === 0 ? null : font.readUInt16BE(hmtx + Math.min(glyph, widths - 1) * 4);
  };
  return {
    unitsPerEm: font.readUInt16BE(table('head') + 18),
    advance: (codePoint) => {
      const width = known.get(codePoint) ?? look(codePoint);
      known.set(codePoint, width);
      return width;
    },
  };
}

function readSegments(font: Buffer, cmap: number): Segment[] {
  for (let at = 0; at < font.readUInt16BE(cmap + 2); at += 1) {
    const record = cmap + 4 + at * 8;
    const start = cmap + font.readUInt32BE(record + 4);
    const format = font.readUInt16BE(start);
    if (format === 12) return groups(font, start);
    if (format === 4) return ranges(font, start);
  }
  throw new Error('The font has no character map that is known.');
}

function groups(font: Buffer, start: number): Segment[] {
  return Array.from({ length: font.readUInt32BE(start + 12) }, (_, at) => {
    const group = start + 16 + at * 12;
    const from = font.readUInt32BE(group);
    const first = font.readUInt32BE(group + 8);
    return { from, to: font.readUInt32BE(group + 4), glyph: (codePoint) => first + codePoint - from };
  });
}

function ranges(font: Buffer, start: number): Segment[] {
  const doubled = font.readUInt16BE(start + 6);
  const column = (number: number): number => start + 14 + number * doubled + (number > 0 ? 2 : 0);
  return Array.from({ length: doubled / 2 }, (_, at) => {
    const from = font.readUInt16BE(column(1) + at * 2);
    const delta = font.readUInt16BE(column(2) + at * 2);
    const offsetAt = column(3) + at * 2;
    const offset = font.readUInt16BE(offsetAt);
    const glyph = (codePoint: number): number => {
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const listed = font.readUInt16BE(offsetAt + offset + (codePoint - from) * 2);
      return listed === 0 ? 0 : (listed + delta) & 0xffff;
    };
    return { from, to: font.readUInt16BE(column(0) + at * 2), glyph };
  });
}

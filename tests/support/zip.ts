import { crc32 } from 'node:zlib';

/** A ZIP archive with these files, stored as they are. */
export function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const body = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(body), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(body.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), body]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

/** What makes an archive a Word document. */
export const docxOf = (text: string): Buffer =>
  zipOf({ '[Content_Types].xml': '<Types/>', '_rels/.rels': '<R/>', 'word/document.xml': text });

/** The smallest PNG there is: one dot. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

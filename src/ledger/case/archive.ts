import { crc32 } from 'node:zlib';

/** A file of an archive, as far as its place in it needs. */
export type Packed = { name: string; size: number; crc: number };

/** What a ZIP archive without ZIP64 can hold. */
export const FILES_MAX = 60_000;
export const BYTES_MAX = 4_000_000_000;

const common = ({ name, size, crc }: Packed): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  // Names are UTF-8; nothing is compressed, so that every bit of the archive says something; the time is always the same.
  fields.writeUInt16LE(0x08_00, 2);
  fields.writeUInt16LE(0x00_21, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(size, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
};

/** What stands before a file. One file has one header: it can be compared byte for byte. */
export const headerOf = (file: Packed): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04'), common(file), Buffer.from(file.name)]);

/** What stands after all of them. */
export function directoryOf(files: readonly Packed[]): Buffer {
  let at = 0;
  const lines = files.map((file) => {
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    at += headerOf(file).length + file.size;
    return Buffer.concat([
      Buffer.from('PK\x01\x02'),
      Buffer.from([20, 0]),
      common(file),
      rest,
      Buffer.from(file.name),
    ]);
  });
  const listed = Buffer.concat(lines);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([listed, Buffer.from('PK\x05\x06'), end]);
}

export const packedOf = (name: string, bytes: Buffer): Packed => ({
  name,
  size: bytes.length,
  crc: crc32(bytes),
});

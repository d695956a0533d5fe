import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Types of records by their numbers (RFC 1035, section 3.2.2). */
const TYPES = { A: 1, CNAME: 5, TXT: 16 } as const;
type Type = keyof typeof TYPES;
const NAME_ERROR = 3;

const labels = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const DATA: Readonly<Record<Type, (value: string) => Buffer>> = {
  A: (value) => Buffer.from(value.split('.').map(Number)),
  CNAME: labels,
  TXT: (value) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]),
};

function nameAt(query: Buffer): { name: string; end: number } {
  const parts: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    parts.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += length + 1;
  }
  // The name's end, its type and its class.
  return { name: parts.join('.').toLowerCase(), end: at + 5 };
}

/** A DNS server on loopback over UDP, with the records that a test enters. Another name doesn't exist. */
export async function startFakeDnsServer() {
  const zone = new Map<string, Map<Type, string>>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = nameAt(query);
    const asked = query.readUInt16BE(end - 4);
    const records = zone.get(name);
    const [type, value] =
      [...(records ?? [])].find(([kind]) => TYPES[kind] === asked) ??
      // The alias answers for addresses too.
      [...(records ?? [])].find(([kind]) => kind === 'CNAME' && asked === TYPES.A) ??
      [];
    const answers: Buffer[] = [];
    const add = (of: string, kind: Type, text: string): void => {
      const data = DATA[kind](text);
      const head = Buffer.alloc(10);
      head.writeUInt16BE(TYPES[kind], 0);
      head.writeUInt16BE(1, 2);
      head.writeUInt16BE(data.length, 8);
      answers.push(labels(of), head, data);
    };
    let count = 0;
    if (type && value !== undefined) {
      add(name, type, value);
      count += 1;
      const address = type === 'CNAME' && asked === TYPES.A ? zone.get(value)?.get('A') : undefined;
      if (address !== undefined) {
        add(value, 'A', address);
        count += 1;
      }
    }
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8580 | (records ? 0 : NAME_ERROR), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(count, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    enter: (name: string, type: Type, value: string): void =>
      void zone.set(name, (zone.get(name) ?? new Map<Type, string>()).set(type, value)),
    remove: (name: string): void => void zone.delete(name),
    stop: () => new Promise<void>((done) => socket.close(() => done())),
  };
}

/**
 * A mail server on loopback that takes whatever comes, in a process of its own. It says how many messages it has taken when
 * asked, and from `watch` on, when each comes.
 */
import { createServer, type AddressInfo } from 'node:net';

export type FromMailSink = { port: number } | { taken: number } | { arrivedAt: number };

const END = '\r\n.\r\n';
let taken = 0;
let watched = false;
const server = createServer((socket) => {
  let isMessage = false;
  let kept = '';
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.write('220 sink\r\n');
  socket.on('data', (chunk: string) => {
    kept += chunk;
    for (;;) {
      const end = kept.indexOf(isMessage ? END : '\r\n');
      if (end < 0) {
        // Only the last characters can be the beginning of the end.
        if (isMessage) kept = kept.slice(-END.length);
        return;
      }
      const line = kept.slice(0, 4).toUpperCase();
      kept = kept.slice(end + (isMessage ? END.length : 2));
      if (isMessage) {
        isMessage = false;
        taken += 1;
        if (watched)
          process.send?.({ arrivedAt: performance.timeOrigin + performance.now() } satisfies FromMailSink);
        socket.write('250 2.0.0 Ok\r\n');
      } else if (line === 'DATA') {
        isMessage = true;
        socket.write('354 go on\r\n');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 Ok\r\n');
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies FromMailSink);
});
process.on('message', (asked: 'taken' | 'watch') => {
  if (asked === 'watch') watched = true;
  else process.send?.({ taken } satisfies FromMailSink);
});
process.on('disconnect', () => process.exit());

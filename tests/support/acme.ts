import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Starts a program, and waits until it says a line. Its last lines are in the error if it doesn't. */
async function started(
  command: string,
  args: readonly string[],
  { env, isReady }: { env: Record<string, string>; isReady: RegExp },
): Promise<ChildProcess> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  await new Promise<void>((done, failed) => {
    const late = setTimeout(
      () => failed(new Error(`${command} isn’t ready:\n${said.slice(-3_000)}`)),
      30_000,
    );
    const hear = (part: Buffer): void => {
      said += part.toString();
      if (isReady.test(said)) {
        clearTimeout(late);
        done();
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`${command} ended with ${code}:\n${said.slice(-3_000)}`)));
  });
  return child;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });

/** What a request over TLS got, with the certificate that it was shown. */
export type Answered = { status: number; body: string; serial: string };

/**
 * Pebble, a certificate authority that speaks ACME, and Caddy with the shipped Caddyfile before an installation: all on
 * loopback. `certificateSeconds`: how long a certificate is valid.
 */
export async function startAcme({
  ownHost,
  upstream,
  dns,
  certificateSeconds,
}: {
  ownHost: string;
  upstream: string;
  dns: string;
  certificateSeconds: number;
}) {
  const dir = mkdtempSync(join(tmpdir(), 'acme-'));
  const [http, https, directory, management] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const [certificate, privateKey] = [join(dir, 'pebble.pem'), join(dir, 'pebble.key')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', privateKey];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', '-days', '2', '-out', certificate].concat(key, names), {
    stdio: 'ignore',
  });
  const pebble = {
    listenAddress: `127.0.0.1:${directory}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate,
    privateKey,
    httpPort: http,
    tlsPort: https,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
    certificateValidityPeriod: certificateSeconds,
  };
  writeFileSync(join(dir, 'pebble.json'), JSON.stringify({ pebble }));
  const running: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map(ended));
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    running.push(
      await started('pebble', ['-config', join(dir, 'pebble.json'), '-dnsserver', dns], {
        env: { PEBBLE_VA_NOSLEEP: '1' },
        isReady: /ACME directory available/,
      }),
    );
    const shipped = readFileSync('deploy/Caddyfile', 'utf8');
    // The shipped file as it is, with this test's authority, ports and folder in its options.
    const options = [
      'admin off',
      'skip_install_trust',
      `storage file_system ${join(dir, 'caddy')}`,
      `http_port ${http}`,
      `https_port ${https}`,
      `acme_ca https://localhost:${directory}/dir`,
      `acme_ca_root ${certificate}`,
    ];
    const caddyfile = shipped.replace(/^\{$/m, ['{', ...options.map((option) => `\t${option}`)].join('\n'));
    writeFileSync(join(dir, 'Caddyfile'), caddyfile);
    running.push(
      await started('caddy', ['run', '--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'], {
        env: {
          HOME: dir,
          BELLWIRE_HOST: ownHost,
          BELLWIRE_UPSTREAM: upstream,
          BELLWIRE_ASK: `http://${upstream}/certificates/ask`,
        },
        isReady: /serving initial configuration/,
      }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const own = readFileSync(certificate, 'utf8');
  const get = async (
    to: { port: number; host: string; path: string },
    ca: string,
    headers: Record<string, string> = {},
  ): Promise<Answered> => {
    const response = await new Promise<IncomingMessage>((done, failed) => {
      const { port, path, host: servername } = to;
      const asked = request({ host: '127.0.0.1', port, path, servername, ca, agent: false, headers }, done);
      asked.once('error', failed);
      asked.end();
    });
    const { socket, statusCode = 0 } = response;
    if (!(socket instanceof TLSSocket)) throw new Error('It isn’t over TLS.');
    const { serialNumber: serial } = socket.getPeerCertificate();
    return { status: statusCode, body: await text(response), serial };
  };
  // Made anew at each start.
  const root = await get({ port: management, host: 'localhost', path: '/roots/0' }, own);
  return {
    port: https,
    /** What clients trust. */
    ca: root.body,
    /** As a browser asks: the handshake names the host, and the certificate has to be for it. */
    get: (host: string, path: string) => get({ port: https, host, path }, root.body, { host }),
    stop,
  };
}

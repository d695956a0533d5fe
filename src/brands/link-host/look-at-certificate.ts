import { connect, type PeerCertificate } from 'node:tls';
import { publicLookup } from '#src/platform/net/fetch-page.ts';
import { refusalOf } from '#src/platform/net/reachable.ts';
import type { CertificateProblem } from '#src/shared/link-hosts.ts';

/** What a TLS connection to a host showed. `certificate`: the one for this host, also if it has expired. */
export type SeenCertificate = {
  problem: CertificateProblem | null;
  certificate: { issuer: string | null; from: Date; until: Date } | null;
};
export type LookAtCertificate = (host: string) => Promise<SeenCertificate>;

/** The first connection to a domain waits until its certificate is issued. */
const WITHIN_MS = 30_000;
const ISSUER_MAX = 200;

const without = (problem: CertificateProblem): SeenCertificate => ({ problem, certificate: null });

/** How a peer's certificate was judged, by the codes of OpenSSL and Node. */
function problemOf(code: string | null): CertificateProblem | null {
  if (code === null) return null;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'wrong_name';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'expired';
  return 'untrusted';
}

function certificateIn(peer: PeerCertificate): SeenCertificate['certificate'] {
  const [from, until] = [new Date(peer.valid_from), new Date(peer.valid_to)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime())) return null;
  const { O: organization, CN: name } = peer.issuer;
  const issuer = [organization ?? name].flat().join(', ').slice(0, ISSUER_MAX);
  return { issuer: issuer === '' ? null : issuer, from, until };
}

/**
 * Connects to a customer's domain as a browser does, and reads its certificate. Like every address that customers
 * enter, it may not lead to a private network unless `allowPrivate`.
 */
export const createLookAtCertificate =
  ({
    allowPrivate,
    withinMs = WITHIN_MS,
    ...at
  }: {
    allowPrivate: boolean;
    withinMs?: number;
    /** Where drills have their proxy, and whom they trust. */
    port?: number;
    address?: string;
    ca?: string;
  }): LookAtCertificate =>
  (host) =>
    new Promise((done) => {
      if (refusalOf(`https://${host}/`, allowPrivate) !== null) return done(without('unreachable'));
      const socket = connect({
        host: at.address ?? host,
        port: at.port ?? 443,
        servername: host,
        // It's read, whatever is wrong with it.
        rejectUnauthorized: false,
        ...(at.ca !== undefined && { ca: at.ca }),
        ...(!allowPrivate && { lookup: publicLookup }),
      });
      const late = setTimeout(() => end(without('unreachable')), withinMs);
      function end(seen: SeenCertificate): void {
        clearTimeout(late);
        socket.destroy();
        done(seen);
      }
      socket.once('secureConnect', () => {
        const problem = problemOf(socket.authorized ? null : String(socket.authorizationError));
        const isOurs = problem === null || problem === 'expired';
        end({ problem, certificate: isOurs ? certificateIn(socket.getPeerCertificate()) : null });
      });
      // A server that has no certificate for a name ends the handshake with an alert.
      socket.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
        end(without(/SSL|TLS/.test(code) ? 'missing' : 'unreachable')),
      );
      socket.once('close', () => end(without('unreachable')));
    });

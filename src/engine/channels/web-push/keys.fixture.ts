import { generateKeyPairSync } from 'node:crypto';
import type { SenderKeys } from '../device.ts';

/** Keys as the installation makes them. */
export function newKeys(): SenderKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const open = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: open.toString('base64url'), privateKey: d, subject: 'mailto:ops@bellwire.example' };
}

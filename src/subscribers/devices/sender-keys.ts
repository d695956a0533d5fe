import { generateKeyPairSync } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { installationKeys } from '#src/db/schema.ts';
import { seal, unseal } from '#src/platform/keys/keys.ts';
import type { Clock } from '#src/shared/clock.ts';

/** A pair on P-256, in base64url, the public one uncompressed. */
type Pair = { publicKey: string; privateKey: string };
export type SenderKeys = Pair & { subject: string };

const PURPOSE = 'device messages';

function newPair(): Pair {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const open = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: open.toString('base64url'), privateKey: d };
}

/** How the operator of a push service reaches ours: by the site, or by email while it has no public address. */
export function subjectOf(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

/**
 * The keys that the installation sends to devices with: made at the first use, sealed, and the same in every process.
 * Devices that registered before the installation's encryption key was lost can't be reached any more, whatever signs; so
 * a pair that doesn't open is replaced.
 */
export function createSenderKeys({
  app,
  clock,
  encryptionKey,
  subject,
}: {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  subject: string;
}): () => Promise<SenderKeys> {
  const isOurs = eq(installationKeys.purpose, PURPOSE);

  async function stored(): Promise<{ sealed: string; pair: Pair | null } | null> {
    const [row] = await app.select().from(installationKeys).where(isOurs);
    if (!row) return null;
    const privateKey = unseal(encryptionKey, PURPOSE, row.sealed);
    return {
      sealed: row.sealed,
      pair: privateKey === null ? null : { publicKey: row.publicKey, privateKey },
    };
  }

  async function read(): Promise<SenderKeys> {
    const there = await stored();
    if (there?.pair) return { ...there.pair, subject };
    const { publicKey, privateKey } = newPair();
    const sealed = seal(encryptionKey, PURPOSE, privateKey);
    // Of several processes, the first decides.
    await app
      .insert(installationKeys)
      .values({ purpose: PURPOSE, publicKey, sealed, createdAt: clock() })
      .onConflictDoUpdate({
        target: installationKeys.purpose,
        set: { publicKey, sealed, createdAt: clock() },
        setWhere: sql`${installationKeys.sealed} = ${there?.sealed ?? ''}`,
      });
    const pair = (await stored())?.pair;
    if (!pair) throw new Error('The keys for device messages can’t be opened with this encryption key.');
    return { ...pair, subject };
  }

  let known: Promise<SenderKeys> | null = null;
  return () => {
    known ??= read();
    // What couldn't be read is read again.
    known.catch(() => (known = null));
    return known;
  };
}

import { inArray, sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import { ledgerBytes } from '#src/db/schema.ts';
import { canonicalJson } from '#src/platform/json/canonical.ts';

/** Keeps bytes of the transaction's workspace once, by their SHA-256. @returns it, as hexadecimal */
export async function keepBytes(tx: Pick<Runs, 'execute'>, bytes: Uint8Array, type: string): Promise<string> {
  const { rows } = await tx.execute<{ hash: string }>(
    sql`select encode(keep_ledger_bytes(${type}, ${Buffer.from(bytes)}), 'hex') as hash`,
  );
  if (!rows[0]) throw new Error('The ledger did not answer.');
  return rows[0].hash;
}

/** Keeps a value as canonical JSON. The hash is `hashOf` of it. */
export const keepJson = (tx: Pick<Runs, 'execute'>, value: unknown, type: string): Promise<string> =>
  keepBytes(tx, Buffer.from(canonicalJson(value)), type);

/** Keeps several values as canonical JSON, with one question. @returns their hashes, in the same order */
export const keepAllJson = (
  tx: Pick<Runs, 'execute'>,
  values: readonly { value: unknown; type: string }[],
): Promise<string[]> =>
  keepTexts(
    tx,
    values.map(({ value, type }) => ({ type, text: canonicalJson(value) })),
  );

/** Keeps several texts as UTF-8, with one question. @returns their hashes, in the same order */
export async function keepTexts(
  tx: Pick<Runs, 'execute'>,
  rows: readonly { text: string; type: string }[],
): Promise<string[]> {
  const { rows: kept } = await tx.execute<{ hash: string }>(sql`
    select encode(keep_ledger_bytes(g.type, convert_to(g.text, 'UTF8')), 'hex') as hash
      from unnest(${sql.param(rows.map(({ type }) => type))}::text[], ${sql.param(rows.map(({ text }) => text))}::text[])
        with ordinality as g (type, text, n) order by g.n`);
  return kept.map(({ hash }) => hash);
}

/** Those of the transaction's workspace that are kept under these hashes. */
export async function readBytes(
  tx: Pick<Runs, 'select'>,
  hashes: readonly string[],
): Promise<Map<string, { type: string; bytes: Buffer }>> {
  if (hashes.length === 0) return new Map();
  const rows = await tx
    .select({ hash: ledgerBytes.hash, type: ledgerBytes.type, bytes: ledgerBytes.bytes })
    .from(ledgerBytes)
    .where(
      inArray(
        ledgerBytes.hash,
        hashes.map((hash) => Buffer.from(hash, 'hex')),
      ),
    );
  return new Map(rows.map(({ hash, type, bytes }) => [hash.toString('hex'), { type, bytes }]));
}

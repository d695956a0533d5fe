import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { readerLinks } from '#src/db/schema.ts';
import { READER_LINK_MINUTES } from '#src/shared/reader-bots.ts';
import { packIds, unpackIds } from '../packed-ids.ts';

/**
 * Tokens in links to a bot: 64 characters at most, A–Z a–z 0–9 _ -. Those for everyone name a brand or a form and aren't
 * secret, because opening one only makes the bot ask. The bot's connection names the workspace.
 */
export const brandToken = (brandId: string): string => `b_${packIds(brandId)}`;
export const formToken = (formId: string): string => `f_${packIds(formId)}`;

export type ReadToken = { of: 'brand' | 'form'; id: string } | { of: 'person'; hash: Buffer };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** @returns null for what none of these made */
export function readToken(token: string): ReadToken | null {
  if (token.startsWith('p_')) return { of: 'person', hash: hashOf(token) };
  const [id] = unpackIds(token.slice(2), 1) ?? [];
  if (id === undefined) return null;
  return { of: token.startsWith('b_') ? 'brand' : 'form', id };
}

export type LinkFor = {
  workspaceId: string;
  connectionId: string;
  brandId: string;
  contactId: string;
  hint: string;
};

/** A token that adds a chat to a known person, once. Only its hash is stored. */
export async function personToken(tx: Tx, link: LinkFor, now: Date): Promise<string> {
  const token = `p_${randomBytes(24).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + READER_LINK_MINUTES * 60_000);
  await tx
    .delete(readerLinks)
    .where(and(eq(readerLinks.workspaceId, link.workspaceId), lte(readerLinks.expiresAt, now)));
  await tx.insert(readerLinks).values({ ...link, tokenHash: hashOf(token), expiresAt });
  return token;
}

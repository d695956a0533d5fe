import { createHash, randomBytes } from 'node:crypto';
import { newId } from '#src/db/ids.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { isKnownByMail } from '#src/db/queries/known-by-mail.ts';
import {
  countLinks,
  countUse,
  findLinkByToken,
  insertLink,
  listLinks,
  readShared,
  revokeLink,
} from '#src/db/queries/documents/links.ts';
import { findDocument } from '#src/db/queries/documents/list.ts';
import type { DocumentRow } from '#src/db/queries/documents/change.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type DocumentLink, LINKS_MAX, type NewLink } from '#src/shared/documents/documents.ts';
import { AppError } from '#src/shared/errors.ts';
import type { By, DocumentsDeps } from './deps.ts';
import { livingDocument, noDocument } from './manage.ts';
import { change } from './record.ts';

const DAY_MS = 86_400_000;
/** 32 random bytes; nobody guesses one. */
const TOKEN = /^[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The links that open a document now, newest first: none while it is deleted. @throws AppError not_found */
export function linksOf(deps: DocumentsDeps, workspaceId: string, id: string): Promise<DocumentLink[]> {
  return withTenant(deps.app, workspaceId, async (tx) => {
    const document = await findDocument(tx, id);
    if (!document) throw noDocument();
    return document.deletedAt ? [] : listLinks(tx, id, deps.clock());
  });
}

/**
 * The address of the new link is told this once: only its hash is kept. What anybody can open is hosted for people who
 * are known by their mail. @throws AppError confirm_email_first, not_found, link_limit
 */
export function shareDocument(deps: DocumentsDeps, by: By, id: string, days: number): Promise<NewLink> {
  return change(deps, by, async (tx, now, note) => {
    if (!(await isKnownByMail(tx, by.workspaceId, by.actor.userId)))
      throw new AppError('confirm_email_first', 'Confirm your email address first, then share documents.');
    const document = await livingDocument(tx, id);
    if (!(await hasRoom(tx, { of: 'links', whose: id, max: LINKS_MAX }, () => countLinks(tx, id, now))))
      throw new AppError('link_limit', `${LINKS_MAX} links of one document are the limit. Revoke one first.`);
    const token = randomBytes(32).toString('base64url');
    const link = await insertLink(tx, {
      workspaceId: by.workspaceId,
      id: newId(),
      documentId: id,
      tokenHash: hashOf(token),
      createdBy: by.actor.userId,
      createdByName: by.actor.name.slice(0, 320),
      createdAt: now,
      expiresAt: new Date(now.getTime() + days * DAY_MS),
    });
    await note({ action: 'document.shared', subject: document.name, detail: { id, link: link.id, days } });
    return { link, path: `/shared/${token}` };
  });
}

/** At once: the next request for it finds nothing. @throws AppError not_found */
export function revokeOne(deps: DocumentsDeps, by: By, id: string, linkId: string): Promise<void> {
  return change(deps, by, async (tx, now, note) => {
    const document = await livingDocument(tx, id);
    if (!(await revokeLink(tx, { documentId: id, id: linkId }, now)))
      throw new AppError('not_found', 'There is no such link.');
    await note({ action: 'document.link_revoked', subject: document.name, detail: { id, link: linkId } });
  });
}

export type Shared = {
  workspaceId: string;
  linkId: string;
  document: DocumentRow;
  /** Whose it is, by name. */
  workspace: string;
  expiresAt: Date;
};

/** What a token opens. @returns null alike for an unknown, an expired and a revoked one, and for a deleted document */
export async function openShared(
  deps: Pick<DocumentsDeps, 'app' | 'clock'>,
  token: string,
): Promise<Shared | null> {
  if (!TOKEN.test(token)) return null;
  const now = deps.clock();
  const link = await deps.app.transaction((tx) => findLinkByToken(tx, hashOf(token), now));
  if (!link) return null;
  const { workspaceId, id: linkId } = link;
  const shared = await withTenant(deps.app, workspaceId, (tx) => readShared(tx, linkId));
  return shared && { ...shared, workspaceId, linkId };
}

/** Counts a use of a link, for its creator. */
export async function noteUse(
  deps: Pick<DocumentsDeps, 'app' | 'clock'>,
  { workspaceId, linkId }: Pick<Shared, 'workspaceId' | 'linkId'>,
  use: 'opens' | 'downloads',
): Promise<void> {
  await withTenant(deps.app, workspaceId, (tx) => countUse(tx, linkId, use, deps.clock()));
}

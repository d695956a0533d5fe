import { randomBytes } from 'node:crypto';
import { newId } from '#src/db/ids.ts';
import { insertDocument } from '#src/db/queries/documents/change.ts';
import { readDocument } from '#src/db/queries/documents/list.ts';
import { freeName } from '#src/db/queries/documents/names.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import {
  announceObject,
  doomObject,
  keepObject,
  readRoom,
  takeRoom,
} from '#src/db/queries/documents/storage.ts';
import { withTenant } from '#src/db/tenant.ts';
import { DOCUMENT_MAX_BYTES, type DocumentItem, formatBytes } from '#src/shared/documents/documents.ts';
import { cleanName, fittingName } from '#src/shared/documents/names.ts';
import { AppError } from '#src/shared/errors.ts';
import { planLimit } from '#src/shared/plan-limit.ts';
import type { By, DocumentsDeps } from './deps.ts';
import { requireFolder } from './folders.ts';
import { createInspection, type Inspected } from './inspect.ts';
import { change } from './record.ts';
import type { DocumentStore } from './store.ts';

export type Upload = {
  /** The name the sender gave it; it may get a number, and another extension. */
  name: string;
  folderId: string | null;
  /** In bytes, where it was said beforehand. */
  length: number | null;
  bytes: AsyncIterable<Uint8Array>;
};

/**
 * Keeps a file, piece by piece. The key is in the database before the first byte, the document after the last one: an
 * upload that dies in between is no document, takes no room, and its bytes are taken away by the upkeep.
 * @throws AppError document_type, document_empty, document_too_large, plan_limit, validation_failed, not_found,
 * upload_broken
 */
export async function receiveDocument(deps: DocumentsDeps, by: By, upload: Upload): Promise<DocumentItem> {
  const { workspaceId } = by;
  const name = cleanName(upload.name);
  if (name === null) throw new AppError('validation_failed', 'Give the file a name of 1 to 200 characters.');
  const key = randomBytes(16).toString('hex');
  await withTenant(deps.app, workspaceId, async (tx) => {
    const now = deps.clock();
    await requireFolder(tx, upload.folderId);
    const room = await roomOf(tx, now);
    const length = upload.length ?? 1;
    if (length > DOCUMENT_MAX_BYTES)
      throw new AppError('document_too_large', `A file may have ${formatBytes(DOCUMENT_MAX_BYTES)} at most.`);
    // What is certain to be too much is refused before it is sent.
    if (room.usedBytes + length > room.limitBytes) throw storageFull(room);
    await announceObject(tx, { workspaceId, key }, now);
  });
  try {
    const inspection = createInspection(name);
    await deps.store.put(key, inspection.pass(upload.bytes));
    const seen = await inspection.result((start, end) => readPart(deps.store, key, start, end));
    return await keep(deps, by, { key, name, folderId: upload.folderId, seen });
  } catch (error) {
    await forget(deps, workspaceId, key);
    throw error;
  }
}

function keep(
  deps: DocumentsDeps,
  by: By,
  { key, name, folderId, seen }: { key: string; name: string; folderId: string | null; seen: Inspected },
): Promise<DocumentItem> {
  return change(deps, by, async (tx, now, note) => {
    const { workspaceId, actor } = by;
    await requireFolder(tx, folderId);
    const room = await roomOf(tx, now);
    if (!(await takeRoom(tx, workspaceId, seen.size, room.limitBytes))) throw storageFull(room);
    if (!(await keepObject(tx, key))) throw new AppError('upload_broken');
    const id = newId();
    const row = {
      ...seen,
      workspaceId,
      id,
      folderId,
      name: await freeName(tx, folderId, fittingName(name, seen.kind)),
      objectKey: key,
      uploadedBy: actor.userId,
      uploadedByName: actor.name.slice(0, 320),
      createdAt: now,
    };
    await insertDocument(tx, row);
    await note({ action: 'document.uploaded', subject: row.name, detail: { id, bytes: seen.size } });
    const kept = await readDocument(tx, id, now);
    if (!kept) throw new Error('The document is not there.');
    return kept;
  });
}

/**
 * Nothing of it shall lie around, unless it was kept after all: the answer to a commit can be lost, and what follows
 * one can fail. Where even this fails, the upkeep finds the key.
 */
async function forget(deps: DocumentsDeps, workspaceId: string, key: string): Promise<void> {
  const ours = await withTenant(deps.app, workspaceId, (tx) => doomObject(tx, key)).catch(() => false);
  if (ours) await deps.store.delete(key).catch(() => undefined);
}

type Tx = Parameters<typeof readRoom>[0];

/** What is taken, and what the plan allows. */
export async function roomOf(tx: Tx, now: Date) {
  const { planId, entitlements } = await workspacePlan(tx, now);
  return { ...(await readRoom(tx)), limitBytes: entitlements.documentBytes, planId };
}

const storageFull = ({ planId, limitBytes, usedBytes }: Awaited<ReturnType<typeof roomOf>>): AppError =>
  planLimit(
    planId,
    'documentBytes',
    `There is no room left: your plan has ${formatBytes(limitBytes)} for documents, deleted ones included.`,
    usedBytes,
  );

async function readPart(store: DocumentStore, key: string, start: number, end: number): Promise<Uint8Array> {
  const stream = await store.get(key, { start, end });
  if (!stream) throw new Error('What was just kept is not there.');
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

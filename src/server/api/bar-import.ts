import type { Hono } from 'hono';
import type { ImportDesk } from '#src/engine/feeds/import/desk.ts';
import { BAR_IMPORT, barImportFormSchema } from '#src/shared/bar-import.ts';
import { AppError } from '#src/shared/errors.ts';
import { readUpload, type UploadBody } from '../documents/upload-body.ts';
import { activityActor, type ApiEnv } from './actor.ts';

/** Files of recorded bars. */
export function addBarImportRoutes(api: Hono<ApiEnv>, desk: ImportDesk): void {
  api.post('/bars/import', async (c) => {
    const body = readUpload(c.req.raw.body);
    try {
      const form = barImportFormSchema.safeParse(c.req.query());
      if (!form.success) {
        const [issue] = form.error.issues;
        throw new AppError('validation_failed', issue?.message, {
          details: { field: String(issue?.path[0] ?? '') },
        });
      }
      const bytes = await allOf(body);
      const by = { workspaceId: c.get('membership').workspaceId, actor: activityActor(c) };
      return c.json(await desk.importBars(by, form.data, bytes));
    } catch (error) {
      // A browser reads the answer only when it has sent everything; nobody's time is spent on what is far too large.
      if (Number(c.req.header('content-length') ?? 0) <= 2 * BAR_IMPORT.fileBytes) await body.rest();
      throw error;
    }
  });
}

/** @throws AppError request_entity_too_large, upload_broken */
async function allOf(body: UploadBody): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body.bytes()) {
    length += piece.length;
    if (length > BAR_IMPORT.fileBytes)
      throw new AppError(
        'request_entity_too_large',
        'A file of bars has 10 MB at most. Gzip it, or cut it in two.',
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

import type { ImportService } from '#src/engine/market/import/import-service.ts';
import { barImportFormSchema } from '#src/shared/bar-import.ts';
import { AppError } from '#src/shared/errors.ts';
import { readUpload, type UploadBody } from '#src/server/documents/upload-body.ts';
import { changerOf } from '../actor.ts';
import type { Route } from '../route.ts';
import { BARS } from './contract.ts';

const LIMIT = BARS.importFile.body.limit;

/** Files of recorded bars. */
export function addBarImportRoutes(route: Route, { feeds }: { feeds: ImportService }): void {
  route(BARS.importFile, async (c) => {
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
      await c.get('checkAgain')?.();
      const by = changerOf(c);
      return c.json(await feeds.importBars(by, form.data, bytes));
    } catch (error) {
      // A browser reads the answer only once it has sent everything. What is far too large isn't read to its end.
      if (Number(c.req.header('content-length') ?? 0) <= 2 * LIMIT.bytes) await body.rest();
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
    if (length > LIMIT.bytes) throw new AppError('request_entity_too_large', LIMIT.says);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

import * as z from 'zod/mini';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { SendDeps } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { callApi } from './web-api.ts';

const placeSchema = z.object({ ok: z.literal(true), upload_url: z.string(), file_id: z.string() });
const doneSchema = z.object({ ok: z.literal(true) });
/** Bytes go to Slack and to nobody else, whatever the answer names. */
const UPLOAD_HOST = /^(?:[\w-]+\.)*slack\.com$/;

function uploadUrl(text: string): string | null {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && UPLOAD_HOST.test(url.hostname) ? url.href : null;
}

/**
 * Gives Slack the picture of a message, shared with nobody until a message shows it. @returns its file's id, or null where
 * there is none or Slack doesn't take it: the alert goes out without
 */
export async function uploadPicture(
  { media: [first] }: Prepared,
  { token }: { token: string },
  { picture, call }: Pick<SendDeps, 'picture' | 'call'>,
): Promise<string | null> {
  const bytes = first ? await picture(first.hash) : null;
  if (!first || !bytes) return null;
  const asked = await callApi(
    { token, call },
    'files.getUploadURLExternal',
    { filename: first.name, length: bytes.byteLength },
    'form',
  );
  const place = asked.kind === 'answered' ? placeSchema.safeParse(readAnswer(asked).json) : null;
  const url = place?.success ? uploadUrl(place.data.upload_url) : null;
  if (!place?.success || url === null) return null;
  const { file_id: id } = place.data;
  const headers = { 'content-type': 'application/octet-stream' };
  const put = await call({ method: 'POST', url, headers, body: bytes });
  if (put.kind !== 'answered' || put.status !== 200) return null;
  const done = await callApi({ token, call }, 'files.completeUploadExternal', {
    files: [{ id, title: first.name }],
  });
  const isDone = done.kind === 'answered' && doneSchema.safeParse(readAnswer(done).json).success;
  return isDone ? id : null;
}

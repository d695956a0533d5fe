import { expect, it, vi } from 'vitest';
import { ApiError } from '#src/web/lib/api/api.ts';
import type { sendFile } from './send.ts';
import { createUploads } from './uploads.ts';

const fileOf = (name: string, size = 10) => new File([new Uint8Array(size)], name);

const TOP = { folderId: null, workspace: null };

/** Sends nothing; the test says how each ends. */
function controlled() {
  const under = new Map<
    string,
    { resolve: () => void; reject: (error: unknown) => void; progress: (sent: number) => void }
  >();
  const send: typeof sendFile = (file, _place, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      under.set(file.name, { resolve: () => resolve({} as never), reject, progress: onProgress });
    });
  const kept = vi.fn<() => void>();
  const uploads = createUploads(send, kept);
  const states = () => uploads.get().map(({ file, state }) => `${file.name} ${state}`);
  return { uploads, under, states, kept };
}

it('sends three at once, and the next when one has arrived', async () => {
  const { uploads, under, states, kept } = controlled();
  uploads.add(
    ['a', 'b', 'c', 'd'].map((name) => fileOf(name)),
    TOP,
  );
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
  under.get('b')?.progress(7);
  expect(uploads.get()[1]?.sent).toBe(7);
  under.get('b')?.resolve();
  await vi.waitFor(() => expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending']));
  expect(kept).toHaveBeenCalledTimes(1);
});

it('takes a cancelled one off the list and makes room', async () => {
  const { uploads, states } = controlled();
  uploads.add(
    ['a', 'b', 'c', 'd'].map((name) => fileOf(name)),
    TOP,
  );
  uploads.cancel(uploads.get()[0]!.id);
  await vi.waitFor(() => expect(states()).toEqual(['b sending', 'c sending', 'd sending']));
});

it('never sends what would be refused anyway', () => {
  const { uploads, under, states } = controlled();
  uploads.add([fileOf('empty', 0), fileOf('huge', 25 * 1024 * 1024 + 1)], TOP);
  expect(states()).toEqual(['empty failed', 'huge failed']);
  expect(under.size).toBe(0);
  expect(uploads.get().map(({ again }) => again)).toEqual([false, false]);
});

it('says why one failed, and sends it again when asked or when the network is back', async () => {
  const { uploads, under, states } = controlled();
  uploads.add([fileOf('a'), fileOf('b'), fileOf('c')], TOP);
  under.get('a')?.reject(new ApiError('The server couldn’t be reached.', 0));
  under.get('b')?.reject(new ApiError('No room.', 402, 'plan_limit'));
  under.get('c')?.reject(new ApiError('None of the types.', 415, 'document_type'));
  await vi.waitFor(() => expect(states()).toEqual(['a failed', 'b failed', 'c failed']));
  expect(uploads.get().map(({ reason, again, full }) => [reason, again, full])).toEqual([
    ['The server couldn’t be reached.', true, false],
    ['No room.', true, true],
    ['None of the types.', false, false],
  ]);
  uploads.retryUnreached();
  expect(states()).toEqual(['a sending', 'b failed', 'c failed']);
  uploads.retry(uploads.get()[1]!.id);
  expect(states()).toEqual(['a sending', 'b sending', 'c failed']);
  expect(uploads.get()[1]?.reason).toBeNull();
  uploads.clear();
  expect(states()).toEqual(['a sending', 'b sending']);
});

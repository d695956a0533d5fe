import { DOCUMENT_MAX_BYTES, formatBytes } from '#src/shared/documents/documents.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import type { Place, sendFile } from './send.ts';

export type Upload = {
  id: number;
  file: File;
  /** Where it goes: as it was when it was chosen, wherever the tab is by now. */
  place: Place;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Bytes that have gone out. */
  sent: number;
  /** Why it failed, for people. */
  reason: string | null;
  /** The server wasn't reached: retried automatically. */
  unreached: boolean;
  /** More room is needed. */
  full: boolean;
  /** The same file may be taken another time. */
  again: boolean;
};

/** A browser has six connections to a server, and the screen needs some of them. */
const AT_ONCE = 3;
const NOTHING = { unreached: false, full: false, again: false };
/** What the file itself is refused for. */
const FINAL = new Set(['document_type', 'document_too_large', 'document_empty', 'forbidden']);

/**
 * Uploads in progress, outside of any screen: opening another one doesn't stop them. `send` sends one file, `onKept` is
 * called for each that has arrived.
 */
export function createUploads(send: typeof sendFile, onKept: () => void) {
  let all: readonly Upload[] = [];
  let next = 1;
  const listeners = new Set<() => void>();
  const running = new Map<number, AbortController>();

  function set(change: (was: readonly Upload[]) => readonly Upload[]): void {
    all = change(all);
    for (const listener of listeners) listener();
  }
  const patch = (id: number, part: Partial<Upload>): void =>
    set((was) => was.map((each) => (each.id === id ? { ...each, ...part } : each)));

  function pump(): void {
    for (const upload of all) {
      if (running.size >= AT_ONCE) return;
      if (upload.state === 'waiting') void run(upload);
    }
  }

  async function run({ id, file, place }: Upload): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    patch(id, { state: 'sending', sent: 0, reason: null, ...NOTHING });
    try {
      await send(file, place, {
        onProgress: (sent) => patch(id, { sent: Math.min(sent, file.size) }),
        signal: controller.signal,
      });
      patch(id, { state: 'done', sent: file.size });
      onKept();
    } catch (error) {
      if (!controller.signal.aborted) patch(id, failureOf(error));
    } finally {
      running.delete(id);
      pump();
    }
  }

  return {
    get: () => all,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files: readonly File[], place: Place): void {
      const added = files.map((file) => {
        const reason = refusalOf(file);
        return {
          id: next++,
          file,
          place,
          state: reason ? ('failed' as const) : ('waiting' as const),
          sent: 0,
          reason,
          ...NOTHING,
        };
      });
      set((was) => [...was.filter(({ state }) => state !== 'done'), ...added]);
      pump();
    },
    /** Stops one that is on its way, and takes it off the list. */
    cancel(id: number): void {
      running.get(id)?.abort();
      set((was) => was.filter((each) => each.id !== id));
      pump();
    },
    retry(id: number): void {
      patch(id, { state: 'waiting', reason: null, ...NOTHING });
      pump();
    },
    /** The connection is back: what was never reached goes out again. */
    retryUnreached(): void {
      for (const { id, unreached } of all)
        if (unreached) patch(id, { state: 'waiting', reason: null, ...NOTHING });
      pump();
    },
    /** Takes what has ended off the list. */
    clear: () => set((was) => was.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}
export type Uploads = ReturnType<typeof createUploads>;

/** What the server would reject anyway isn't sent. Only the server checks what a file contains. */
function refusalOf({ size }: File): string | null {
  if (size === 0) return 'The file is empty.';
  if (size > DOCUMENT_MAX_BYTES) return `A file may have ${formatBytes(DOCUMENT_MAX_BYTES)} at most.`;
  return null;
}

function failureOf(error: unknown): Partial<Upload> {
  const known = error instanceof ApiError ? error : null;
  return {
    state: 'failed',
    reason: known?.message ?? 'The file couldn’t be read. It may have been moved or changed.',
    unreached: known?.status === 0,
    full: known?.code === 'plan_limit',
    again: known === null || !FINAL.has(known.code),
  };
}

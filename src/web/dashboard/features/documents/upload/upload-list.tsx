import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react';
import { Link } from 'react-router';
import { formatBytes } from '#src/shared/documents/documents.ts';
import { Button } from '#src/web/ui/button.tsx';
import type { Upload } from './uploads.ts';
import type { useUploads } from './use-uploads.ts';

/** What is on its way, what has arrived and what has not. */
export function UploadList({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const { all, cancel, retry, clear } = uploads;
  if (all.length === 0) return null;
  const open = all.filter(({ state }) => state === 'sending' || state === 'waiting').length;
  const failed = all.filter(({ state }) => state === 'failed').length;
  return (
    <section aria-labelledby="uploads" className="mb-8 border-t border-rule">
      <div className="flex min-h-11 items-center justify-between gap-4 border-b border-line">
        <h2 id="uploads" aria-live="polite" className="text-sm font-medium">
          {summary(all.length, open, failed)}
        </h2>
        {open === 0 ? (
          <Button variant="quiet" size="sm" onClick={clear}>
            Close
          </Button>
        ) : null}
      </div>
      <ul>
        {all.map((upload) => (
          <li key={upload.id} className="flex items-center gap-4 border-b border-line py-2">
            <div className="min-w-0 grow">
              <p className="flex items-baseline justify-between gap-4 text-sm">
                <span className="truncate">{upload.file.name}</span>
                <span className="figure shrink-0 text-xs text-ink-3">{figureOf(upload)}</span>
              </p>
              <UploadState upload={upload} />
            </div>
            <div className="flex w-18 shrink-0 justify-end pointer-coarse:w-22">
              {upload.again ? (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Try ${upload.file.name} again`}
                  onClick={() => retry(upload.id)}
                >
                  <RotateCcw size={16} aria-hidden="true" />
                </Button>
              ) : null}
              {upload.state === 'done' ? (
                <>
                  <span className="sr-only">Uploaded</span>
                  <CircleCheck size={16} className="m-2.5 text-ink-2" aria-hidden="true" />
                </>
              ) : (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={
                    upload.state === 'failed'
                      ? `Take ${upload.file.name} off the list`
                      : `Cancel ${upload.file.name}`
                  }
                  onClick={() => cancel(upload.id)}
                >
                  <X size={16} aria-hidden="true" />
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadState({ upload }: { upload: Upload }) {
  const { state, sent, file, reason, full } = upload;
  if (state === 'failed') {
    return (
      <p className="mt-0.5 flex items-start gap-1.5 text-sm text-fault">
        <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          {reason}{' '}
          {full ? (
            <Link className="underline underline-offset-2" to="/plans">
              See the plans
            </Link>
          ) : null}
        </span>
      </p>
    );
  }
  if (state === 'done') return null;
  return (
    <progress
      aria-label={`Upload of ${file.name}`}
      max={Math.max(file.size, 1)}
      value={sent}
      className="mt-1.5 mb-1 block h-0.5 w-full appearance-none border-0 bg-line [&::-moz-progress-bar]:bg-ink-2 [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink-2"
    />
  );
}

function figureOf({ state, sent, file }: Upload): string {
  if (state === 'waiting') return 'waiting';
  if (state !== 'sending') return formatBytes(file.size);
  // All has gone out, and the server is looking at it.
  if (sent >= file.size) return 'checking';
  return `${formatBytes(sent)} of ${formatBytes(file.size)}`;
}

function summary(all: number, open: number, failed: number): string {
  if (open > 0) return open === 1 ? '1 file on its way' : `${open} files on their way`;
  const kept = all - failed;
  const files = (n: number): string => (n === 1 ? '1 file' : `${n} files`);
  if (failed === 0) return `${files(kept)} uploaded`;
  return kept === 0 ? `${files(failed)} not uploaded` : `${files(kept)} uploaded, ${failed} not`;
}

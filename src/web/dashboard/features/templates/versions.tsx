import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemplateContent, TemplateVersion } from '#src/shared/templates.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { diffLines } from '#src/web/dashboard/lib/diff.ts';
import { linesOf } from './draft.ts';
import { restoreVersion, versionsQuery } from './queries.ts';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

/** Every version, with what it changed, and a way back to it. */
export function Versions({
  id,
  current,
  mayWrite,
  onRestored,
}: {
  id: string;
  current: number;
  mayWrite: boolean;
  onRestored: (content: TemplateContent, version: number) => void;
}) {
  const { data, error } = useQuery(versionsQuery(id));
  const { busy, run } = useActOn('account');
  const [open, setOpen] = useState<number | null>(null);
  if (error) return <p className="text-sm text-ink-2">{error.message}</p>;
  if (!data) return <Skeleton className="h-20 w-full" />;
  const restore = async (version: number): Promise<void> => {
    const done = await run(() => restoreVersion(id, version), { failure: 'The version wasn’t restored' });
    if (!done) return;
    onRestored(done.done.content, done.done.version);
    toast({ title: `Version ${version} restored` });
  };
  return (
    <ol className="border-t border-line text-sm">
      {data.items.map((version, at) => (
        <li key={version.version} className="border-b border-line py-2.5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p>
              Version {version.version}
              {version.restored === null ? '' : `, restored from ${version.restored}`}, by {version.by},{' '}
              <Time at={version.at} />
            </p>
            <span className="flex gap-2">
              <Button
                size="sm"
                variant="quiet"
                aria-expanded={open === version.version}
                onClick={() => setOpen(open === version.version ? null : version.version)}
              >
                Changes
              </Button>
              {mayWrite && version.version !== current ? (
                <Changes>
                  <Button
                    size="sm"
                    disabled={busy}
                    aria-label={`Restore version ${version.version}`}
                    onClick={() => void restore(version.version)}
                  >
                    Restore
                  </Button>
                </Changes>
              ) : null}
            </span>
          </div>
          {open === version.version ? <Difference before={data.items[at + 1]} after={version} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Difference({ before, after }: { before: TemplateVersion | undefined; after: TemplateVersion }) {
  const lines = diffLines(before ? linesOf(before.content) : [], linesOf(after.content));
  return (
    <pre className="figure mt-2 overflow-x-auto border border-line p-3 text-sm wrap-anywhere whitespace-pre-wrap">
      {lines.map(({ kind, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Lines of a text have nothing else, and don't move.
        <span key={at} className={cx('block', kind === 'same' ? 'text-ink-3' : 'text-ink')}>
          {SIGNS[kind]} {text}
        </span>
      ))}
    </pre>
  );
}

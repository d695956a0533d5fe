import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hideFromPages, publicPagesQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

/** Where anyone can read an alert that went to public pages, and how it is taken off them. */
export function PublicPages({ id }: { id: string }) {
  const { data } = useQuery(publicPagesQuery(id));
  const mayWrite = useMay('alerts:write') === true;
  const { busy, run } = useActOn('alerts');
  const [asking, setAsking] = useState(false);
  if (!data || data.pages.length === 0) return null;
  const { hidden, pages } = data;
  async function set(next: boolean): Promise<void> {
    const done = await run(() => hideFromPages(id, next), {
      failure: next ? 'The alert wasn’t hidden' : 'The alert wasn’t shown',
    });
    if (done) toast({ title: next ? 'Hidden from public pages' : 'Shown on public pages again' });
  }
  return (
    <section aria-labelledby="public-pages">
      <h2 id="public-pages" className="headline text-h4">
        Public pages
      </h2>
      {hidden ? (
        <p className="mt-3 max-w-text border-t border-line pt-3 text-sm text-ink-2">
          Hidden. It’s on no public page and in no feed.
        </p>
      ) : (
        <ul className="mt-3 border-t border-line text-sm">
          {pages.map(({ name, url }) => (
            <li key={url} className="border-b border-line">
              <a
                href={url}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-11 items-center wrap-anywhere underline"
              >
                {name}
                <span className="sr-only">, in a new tab</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {mayWrite ? (
        <Changes className="mt-3">
          <Button size="sm" busy={busy} onClick={() => (hidden ? void set(false) : setAsking(true))}>
            {hidden ? 'Show on public pages' : 'Hide from public pages'}
          </Button>
        </Changes>
      ) : null}
      <ConfirmDialog
        open={asking}
        title="Hide this alert from public pages?"
        text="It’s gone from pages, feeds and widgets within a minute. Copies in feed readers and what people got on other channels stay. You can show it again."
        confirmLabel="Hide"
        onConfirm={() => void set(true)}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { STYLE_LABELS } from '#src/shared/content/layout.ts';
import type { Template } from '#src/shared/templates.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { deleteTemplate, templatesQuery } from './queries.ts';

/** Our layouts, and the workspace's own templates. */
export function TemplatesPage() {
  usePageTitle('Templates');
  const mayWrite = useMay('templates:write') === true;
  const { data, error, refetch } = useQuery(templatesQuery);
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  return (
    <>
      <header className="pb-5">
        <h1 className="headline text-h2">Templates</h1>
        <p className="mt-2 max-w-text text-base text-ink-2">
          A template says which parts an alert has, and in which order. Each route of a rule chooses one.
        </p>
      </header>
      {error && !data ? (
        <ErrorState
          heading="h2"
          title="Templates couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <div ref={box}>
          <h2 className="mb-2 text-base font-medium">Built-in</h2>
          <ul aria-label="Built-in templates" className="border-t border-rule">
            {data.standard.map(({ style, name, says }) => (
              <li
                key={style}
                className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-0 grow basis-50">
                  <p className="font-medium">{name}</p>
                  <p className="text-sm text-ink-2">{says}</p>
                </div>
                <Link to={`/templates/${style}`} data-row-link className="text-sm underline">
                  {mayWrite && data.inPlan ? 'Preview or copy' : 'Preview'}
                  <span className="sr-only"> {name}</span>
                </Link>
              </li>
            ))}
          </ul>
          <h2 className="mt-8 mb-2 text-base font-medium">Your own</h2>
          {data.inPlan ? null : (
            <p className="mb-3 text-sm text-ink-2">
              Your plan doesn’t include your own templates.{' '}
              <Link to="/plans" className="underline">
                Compare plans
              </Link>
            </p>
          )}
          {data.items.length > 0 ? (
            <ul aria-label="Your templates" className="border-t border-rule">
              {data.items.map((template) => (
                <OwnRow key={template.id} template={template} mayWrite={mayWrite} />
              ))}
            </ul>
          ) : (
            <EmptyState
              heading="h3"
              title="No templates of your own yet"
              text="Open a built-in template, change it, and save it under a name."
            />
          )}
        </div>
      ) : (
        <output className="grid gap-4 border-t border-line pt-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </output>
      )}
    </>
  );
}

function OwnRow({ template, mayWrite }: { template: Template; mayWrite: boolean }) {
  const { id, name, style, version, hasSource, usedBy, updatedAt } = template;
  const { busy, run } = useActOn('account');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 grow basis-50">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">
          {STYLE_LABELS[style]}
          {hasSource ? ', with source' : ''} · version {version} · <Time at={updatedAt} /> ·{' '}
          {usedBy === 0 ? 'not used yet' : usedBy === 1 ? 'used by a rule' : `used by ${usedBy} rules`}
        </p>
      </div>
      <span className="flex items-center gap-4">
        <Link to={`/templates/${id}`} data-row-link className="text-sm underline">
          {mayWrite ? 'Edit' : 'Preview'}
          <span className="sr-only"> {name}</span>
        </Link>
        {mayWrite ? (
          <Changes>
            <Button
              size="sm"
              variant="quiet"
              disabled={busy || usedBy > 0}
              title={usedBy > 0 ? 'Rules use it. Choose another template for them first.' : undefined}
              aria-label={`Delete ${name}`}
              onClick={() => void run(() => deleteTemplate(id), { failure: 'The template wasn’t deleted' })}
            >
              Delete
            </Button>
          </Changes>
        ) : null}
      </span>
    </li>
  );
}

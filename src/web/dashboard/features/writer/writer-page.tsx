import { useQuery } from '@tanstack/react-query';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Playground } from './playground.tsx';
import { settingsQuery, usageQuery } from './queries.ts';
import { Settings } from './settings.tsx';
import { Usage } from './usage.tsx';

/** Who writes the alerts: a model, with the built-in writer behind it. */
export function WriterPage() {
  usePageTitle('Writer');
  const may = useMay('writer:read');
  return (
    <>
      <h1 className="headline text-h2">Writer</h1>
      <p className="mt-2 max-w-text text-base text-ink-2">
        A language model can write your alerts. Every statement is checked against the market data. If a text
        doesn’t pass or comes late, the built-in writer takes over.
      </p>
      {isDemo() ? (
        <Playground />
      ) : may === undefined ? (
        <Loading />
      ) : may ? (
        <Screen />
      ) : (
        <NoPermission permission="writer:read" title="The writer isn’t available to your role" />
      )}
    </>
  );
}

function Screen() {
  const mayWrite = useMay('writer:write') === true;
  const settings = useQuery(settingsQuery);
  const usage = useQuery(usageQuery);
  const failed = [settings, usage].find(({ data, error }) => error && data === undefined);
  if (failed)
    return (
      <ErrorState
        heading="h2"
        title="The writer couldn’t be loaded"
        text={failed.error?.message ?? ''}
        onRetry={() => void Promise.all([settings.refetch(), usage.refetch()])}
      />
    );
  if (!settings.data || !usage.data) return <Loading />;
  return (
    <>
      <Settings key={settings.data.provider} settings={settings.data} mayWrite={mayWrite} />
      <Usage usage={usage.data} settings={settings.data} />
      <Playground />
    </>
  );
}

const Loading = () => (
  <output className="mt-8 block">
    <span className="sr-only">Loading...</span>
    <Skeleton className="h-7 w-44" />
    <Skeleton className="mt-4 h-60 w-full max-w-180" />
  </output>
);

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { routeChoicesQuery } from '#src/web/dashboard/lib/routes/queries.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Editor } from './editor.tsx';

/** Writes an alert without a rule. `symbol` of the address begins it. */
export function ComposePage() {
  usePageTitle('New alert');
  const [query] = useSearchParams();
  const mayWrite = useMay('alerts:write');
  const me = useQuery(meQuery);
  const choices = useQuery({ ...routeChoicesQuery, enabled: mayWrite === true });
  return (
    <>
      <BackLink to="/alerts">Alerts</BackLink>
      <h1 className="headline pb-5 text-h2">New alert</h1>
      {mayWrite === false ? (
        <NoPermission permission="alerts:write" title="You can’t write alerts here" />
      ) : choices.data && me.data ? (
        <Editor
          choices={choices.data}
          author={
            [me.data.user.firstName, me.data.user.lastName].filter(Boolean).join(' ') || me.data.user.email
          }
          symbol={query.get('symbol') ?? ''}
        />
      ) : choices.error ? (
        <ErrorState
          heading="h2"
          title="Brands and audiences couldn’t be loaded"
          text={choices.error.message}
          onRetry={() => void choices.refetch()}
        />
      ) : (
        <output>
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-100 w-full" />
        </output>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Section } from '../section.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { keysQuery } from './queries.ts';

/** Keys for the workspace's programs. */
export function KeysSection() {
  const may = useMay('keys:read');
  const mayWrite = useMay('keys:write') === true;
  const { data, error, refetch } = useQuery({ ...keysQuery, enabled: may === true });
  return (
    <Section
      title="API keys"
      text={
        <>
          For programs that read your alerts or start something here. A key belongs to the workspace.{' '}
          <a href="/documentation/programs" target="_blank" rel="noreferrer" className="link">
            How programs use them
          </a>
        </>
      }
    >
      {may === false ? (
        <p className="text-base text-ink-2">
          Owners and admins of the workspace make its keys. Ask one of them.
        </p>
      ) : data ? (
        <KeysPanel keys={data} mayWrite={mayWrite} />
      ) : error ? (
        <ErrorState title="The keys couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          <output className="sr-only">Loading...</output>
          <Skeleton className="h-16 w-full" />
        </>
      )}
    </Section>
  );
}

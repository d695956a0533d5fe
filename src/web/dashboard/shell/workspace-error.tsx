import { ErrorState } from '#src/web/ui/error-state.tsx';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';

/** In place of every screen while it is not known who asks and for which workspace: none of them knows what to show. */
export function WorkspaceError({ message, onRetry }: { message: string; onRetry: () => void }) {
  usePageTitle('Workspace');
  return (
    <>
      <h1 className="headline mb-8 text-h2">Your workspace</h1>
      <ErrorState heading="h2" title="Your workspace couldn’t be loaded" text={message} onRetry={onRetry} />
    </>
  );
}

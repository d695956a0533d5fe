import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { workspacesQuery } from '../lib/workspace/queries.ts';
import { START_TERMS, StartWorkspaceButton } from '../lib/workspace/start-button.tsx';

/** For a user who left or was removed from their only workspace: why it is empty here, and the next steps. */
export function NoWorkspace() {
  const { user } = useAuth();
  const { data } = useQuery(workspacesQuery);
  return (
    <div className="py-10">
      <h1 className="headline text-h2">You belong to no workspace</h1>
      <p className="mt-3 max-w-text text-base text-ink-2">
        {data?.mayStart
          ? `You left the last one or were removed: start your own, or ask a member to invite ${user?.email}.`
          : `Ask a member of a workspace to invite ${user?.email}: the link in the email brings you in. Your account stays as it is until you delete it.`}
      </p>
      {data?.mayStart ? <p className="mt-3 text-sm text-ink-2">{START_TERMS}</p> : null}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {data?.mayStart ? <StartWorkspaceButton variant="primary" /> : null}
        <Link className={buttonClass()} to="/settings">
          Open your settings
        </Link>
      </div>
    </div>
  );
}

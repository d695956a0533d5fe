import { Link } from 'react-router';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { buttonClass } from '#src/web/ui/button.tsx';

/** Somebody who has left his only workspace, or was removed from it: there is nothing to show him but the way on. */
export function NoWorkspace() {
  const { user } = useAuth();
  return (
    <div className="py-10">
      <h1 className="headline text-h2">You belong to no workspace</h1>
      <p className="mt-3 max-w-text text-base text-ink-2">
        Ask a member of a workspace to invite {user?.email}: the link in the mail brings you in. Your account
        stays as it is until you delete it.
      </p>
      <Link className={`mt-6 ${buttonClass()}`} to="/settings">
        Open your settings
      </Link>
    </div>
  );
}

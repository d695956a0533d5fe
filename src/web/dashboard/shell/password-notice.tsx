import { KeyRound, X } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { putWeaknessOff, useWeakness } from '#src/web/auth/weak-password.ts';
import { Button } from '#src/web/ui/button.tsx';

const WORDS = {
  common: {
    title: 'Your password is easy to guess.',
    text: 'It is among those that are tried first everywhere.',
  },
  short: {
    title: 'Your password is short.',
    text: 'New ones must be longer.',
  },
} as const;

/** Above every screen but the settings, which show it themselves: this session's password is too weak by today's rules. */
export function PasswordNotice() {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const { weakness, later } = useWeakness(user?.id);
  if (weakness === null || later || pathname === '/settings') return null;
  const { title, text } = WORDS[weakness];
  return (
    <aside
      aria-label="Your password"
      className="mb-8 flex items-start gap-x-3 border-y border-rule py-2.5 text-base"
    >
      <KeyRound size={18} className="mt-3 shrink-0 text-ink-2" aria-hidden="true" />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4">
        <p className="min-w-0 grow basis-56 py-2">
          <strong className="font-semibold">{title}</strong> <span className="text-ink-2">{text}</span>
        </p>
        <Link to="/settings#password" className="link inline-flex min-h-11 items-center font-medium">
          Change Password
        </Link>
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="-mr-2 mt-0.5 pointer-coarse:mt-0"
        aria-label="Remind me at the next sign-in"
        title="Not now"
        onClick={putWeaknessOff}
      >
        <X size={16} aria-hidden="true" />
      </Button>
    </aside>
  );
}

import type { InvitationEnd } from '#src/shared/team.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { AuthHeading } from './auth-heading.tsx';

const PROBLEMS: Record<InvitationEnd | 'incomplete' | 'unknown', { title: string; text: string }> = {
  incomplete: {
    title: 'This link isn’t complete',
    text: 'Part of the address is missing. Open the link in the email again, or copy all of it.',
  },
  unknown: {
    title: 'This link leads to no invitation',
    text: 'If you got more than one email, use the link in the newest one. Otherwise, ask the person who invited you for a new invitation.',
  },
  expired: {
    title: 'This invitation has expired',
    text: 'Ask the person who invited you to send it again.',
  },
  withdrawn: {
    title: 'This invitation was withdrawn',
    text: 'The person who invited you has withdrawn it.',
  },
  declined: {
    title: 'This invitation was declined',
    text: 'If you have changed your mind, ask to be invited again.',
  },
  accepted: {
    title: 'This invitation was accepted',
    text: 'You are a member already: the workspace is in your account.',
  },
};

/** A link of an invitation that nobody can answer any more: what became of it, and where to go. */
export function InvitationProblem({ state }: { state: keyof typeof PROBLEMS }) {
  const { session } = useAuth();
  const { title, text } = PROBLEMS[state];
  return (
    <div role="alert">
      <AuthHeading title={title}>{text}</AuthHeading>
      <a
        className={buttonClass(state === 'accepted' ? 'primary' : 'secondary')}
        href={session ? '/dashboard' : '/signin'}
      >
        {session ? 'Open your dashboard' : 'Sign In'}
      </a>
    </div>
  );
}

import type { ReactNode } from 'react';
import { AuthHeading } from './auth-heading.tsx';

/** A mailed link that leads nowhere any more: why, and the way to a new one. */
export function LinkProblem({ kind, children }: { kind: 'expired' | 'incomplete'; children: ReactNode }) {
  const { title, text } = PROBLEMS[kind];
  return (
    <div role="alert">
      <AuthHeading title={title}>{text}</AuthHeading>
      {children}
    </div>
  );
}

const PROBLEMS = {
  expired: {
    title: 'This link has expired or was used before',
    text: 'An emailed link works once, and only for a limited time.',
  },
  incomplete: {
    title: 'This link isn’t complete',
    text: 'Part of the address is missing. Open the link in the email again, or copy all of it.',
  },
} as const;

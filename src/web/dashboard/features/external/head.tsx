import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The head of a screen below others. */
export function Head({
  above,
  title,
  children,
}: {
  above: readonly { to: string; label: string }[];
  title: string;
  children?: ReactNode;
}) {
  return (
    <header className="pb-6">
      <nav aria-label="Above" className="flex gap-1.5 text-sm text-ink-2">
        {above.map(({ to, label }, at) => (
          <span key={to}>
            {at > 0 ? (
              <span aria-hidden="true" className="mr-1.5">
                /
              </span>
            ) : null}
            <Link to={to} className="underline">
              {label}
            </Link>
          </span>
        ))}
      </nav>
      <h1 className="headline mt-1 text-h2 break-words">{title}</h1>
      {children}
    </header>
  );
}

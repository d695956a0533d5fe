import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

/** The way from one thing back to the list that it's in, above its heading. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="mb-3">
      <Link to={to} className="inline-flex min-h-11 items-center gap-2 text-sm text-ink-2 hover:text-ink">
        <ArrowLeft size={16} aria-hidden="true" />
        {children}
      </Link>
    </p>
  );
}

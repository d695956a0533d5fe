import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';

/** A part of the page could not be loaded: what, why, and a button to try again. */
export function ErrorState({
  title,
  text,
  onRetry,
  heading: Heading = 'h3',
}: {
  title: string;
  text: string;
  onRetry?: () => void;
  /** The level that fits the page around it. */
  heading?: 'h2' | 'h3';
}) {
  return (
    <div role="alert" className="flex items-start gap-3 border-t border-line py-10">
      <CircleAlert size={20} className="mt-0.5 shrink-0 text-fault" aria-hidden="true" />
      <div>
        <Heading className="text-base font-semibold">{title}</Heading>
        <p className="max-w-text text-base text-ink-2">{text}</p>
        {onRetry ? (
          <Button size="sm" className="mt-4" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </div>
    </div>
  );
}

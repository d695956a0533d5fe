import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';

/** A part of the page could not be loaded: what, why, and a button to try again. */
export function ErrorState({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex items-start gap-3 border-t border-line py-10">
      <CircleAlert size={20} className="mt-0.5 shrink-0 text-fault" aria-hidden="true" />
      <div>
        <h3 className="text-base font-semibold">{title}</h3>
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

import { useEffect, useRef } from 'react';
import { Button } from '#src/web/ui/button.tsx';

/** In the place of the form once it is sent. */
export function Thanks({ onAgain }: { onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone: what came in its place is read out, and the next Tab goes on from here.
  useEffect(() => title.current?.focus(), []);
  return (
    <div>
      <h3 ref={title} tabIndex={-1} className="headline text-h2 outline-none">
        Thanks for your interest!
      </h3>
      <p className="mt-3 mb-8 max-w-text text-base text-ink-2">
        Our team will review your request and reply with a personalized plan.
      </p>
      <Button onClick={onAgain}>Submit another request</Button>
    </div>
  );
}

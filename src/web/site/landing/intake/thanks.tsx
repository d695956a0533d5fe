import { Button } from '#src/web/ui/button.tsx';

/** Stands ready for the place of the form once it is sent. */
export function Thanks() {
  return (
    <div data-intake="thanks" hidden>
      <h3 tabIndex={-1} className="headline text-h2 outline-none">
        Thanks for your interest!
      </h3>
      <p className="mt-3 mb-8 max-w-text text-base text-ink-2">
        Our team will review your request and reply with a personalized plan.
      </p>
      <Button>Submit another request</Button>
    </div>
  );
}

import { Checkbox } from '#src/web/ui/checkbox.tsx';

/** What everybody agrees to who opens an account. */
export function TermsCheckbox({ error }: { error: string | undefined }) {
  return (
    <Checkbox
      name="agreeToTerms"
      error={error}
      label={
        <>
          I agree to the{' '}
          <a className="link" href="/terms">
            terms of service
          </a>{' '}
          and the{' '}
          <a className="link" href="/privacy">
            privacy policy
          </a>
        </>
      }
    />
  );
}

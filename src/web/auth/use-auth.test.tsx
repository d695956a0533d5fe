import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useAuth } from './use-auth.ts';

function ExternalTrigger() {
  return <p>{useAuth().loading}</p>;
}

it('says to the developer that a provider is missing', () => {
  expect(() => renderToString(<ExternalTrigger />)).toThrow('useAuth must be used within an AuthProvider');
});

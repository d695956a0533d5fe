import { expect, test } from 'vitest';
import { arrivalNotice, withoutTraces } from './arrival.ts';

const at = (path: string) => new URL(path, 'https://bellwire.example');

test.each([
  ['/dashboard', undefined],
  ['/dashboard#section', undefined],
  ['/dashboard?code=abc', 'Email confirmed'],
  ['/dashboard#access_token=a&refresh_token=b&type=signup', 'Email confirmed'],
  ['/dashboard#access_token=a&type=recovery', undefined],
  ['/reset-password?code=abc', undefined],
  ['/dashboard#error=access_denied&error_code=otp_expired', 'This link has expired or was used before'],
  ['/dashboard?error_code=flow_state_not_found', 'This link couldn’t be used'],
])('%s says %s', (path, title) => expect(arrivalNotice(at(path))?.title).toBe(title));

test.each([
  ['/dashboard/alerts/1?from=mail#text', '/dashboard/alerts/1?from=mail#text'],
  ['/dashboard?code=abc&tab=2', '/dashboard?tab=2'],
  ['/dashboard#access_token=a&type=signup', '/dashboard'],
  ['/dashboard?error=x&error_code=y&error_description=z#error_code=y', '/dashboard'],
])('%s is remembered as %s', (path, clean) => expect(withoutTraces(at(path))).toBe(clean));

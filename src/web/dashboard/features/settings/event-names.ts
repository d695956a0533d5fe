const NAMES: Readonly<Record<string, string>> = {
  signed_up: 'Account opened',
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  session_ended: 'Another device signed out',
  email_confirmed: 'Email confirmed',
  email_change_asked: 'Change of address asked for',
  email_changed: 'Email changed',
  password_changed: 'Password changed',
  recovery_used: 'Signed in by a recovery link',
  factor_added: 'Two-factor authentication turned on',
  factor_removed: 'Two-factor authentication turned off',
  second_factor_used: 'Code entered',
  recovery_codes_made: 'Recovery codes made',
  recovery_code_used: 'Recovery code used',
  data_exported: 'Data downloaded',
  refresh_token_reused: 'A stolen or copied session was ended',
  changed_by_operator: 'Changed by support',
};

/** Labels of security events. An unknown event is shown by its own name. */
export function eventName(event: string): string {
  const words = event.replaceAll('_', ' ');
  return NAMES[event] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

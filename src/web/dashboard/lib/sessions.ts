/** When something is traded, by the names of the calendars. */
export const SESSION_WORDS: Record<string, string> = {
  crypto: 'Always open',
  fx: 'Sunday 17:00 to Friday 17:00, New York',
  'us-equity': '9:30 to 16:00, New York',
  'us-equity-extended': '4:00 to 20:00, New York',
};

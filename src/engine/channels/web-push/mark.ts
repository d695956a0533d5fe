/** A bell. */
export const MARK = 'M12 2a6 6 0 0 1 6 6v4l2 3v2H4v-2l2-3V8a6 6 0 0 1 6-6ZM9 19h6a3 3 0 0 1-6 0Z';

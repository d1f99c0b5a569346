/** The initial sample text of the preview. */
export const SAMPLE_TEXT = `Working hours

The library is open from nine in the morning until eight in the evening on weekdays, and until two on Saturdays. Readers who arrive before opening may wait in the hall, where yesterday's papers are laid out. The reading room has forty seats, twelve of them beside a window, and none may be reserved for longer than a day.

Borrowing

A reader may borrow up to ten volumes at a time for four weeks each. A loan is renewed once without asking, unless somebody else has put their name down for the volume. Journals of the current year, atlases, and anything printed before 1850 stay in the house. What is lost is replaced by the same edition where one can be found, and paid for where it cannot.

Copies and photographs

Copies are made at the desk beside the stairs. Photographs without flash are welcome in the reading room, as long as they disturb nobody. Whoever publishes a photograph of a manuscript sends the library a copy of the publication, which the readers after them will be glad of.

Leaving

Volumes are returned to the desk, not to the shelves: a book in the wrong place is a book that nobody finds. The bell rings fifteen minutes before the house closes, and once more when it does.
`;

/* Shell completion: the scripts of all shells ask the program itself what may come next. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

/* Prints all that may stand for the last word of a command line, the program's name left out: a
 * word, a tab and what it means in each line. A line ":files" says that names of files may stand
 * there as well. A word that ends with "=" is to be gone on with. */
void completion_words(int count, const char *const *words);

#endif

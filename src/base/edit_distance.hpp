// SPDX-License-Identifier: Apache-2.0
// The distance between two words, to suggest the intended word after a typing error. Reference: Damerau 1964,
// Communications of the ACM 7 (insert, delete, replace, swap of neighbours), in its restricted form.
#pragma once

#include <string>
#include <vector>

namespace groundswell {

int edit_distance(const std::string& a, const std::string& b);

// The word of `words` that is nearest to `word`, or "" if `word` has more than 100 letters or none is near:
// at a distance of at most a third of the number of letters of `word`, or of two if that is more, but always
// less than the number of its letters.
std::string nearest_word(const std::string& word, const std::vector<std::string>& words);

// The part of a message between an unknown word and the list of known ones: "; did you mean 'hs'? Known are
// ", or "; known are " if none is near.
std::string introduce_known(const std::string& word, const std::vector<std::string>& words);

}  // namespace groundswell
